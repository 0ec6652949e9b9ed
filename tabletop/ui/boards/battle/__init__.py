"""What tables with ships on the sea share: the camera and the pointer, kept pictures, and how ships are drawn."""

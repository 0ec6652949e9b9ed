"""The sea table of Ships of the Line: draws a state and says what is under the pointer; it decides nothing."""

"""What is heard: games say by which event, tables where it comes from, and here it is decided how much of it."""

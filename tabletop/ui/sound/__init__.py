"""What is heard: games say by which fact, tables where it comes from, and here it is decided how much of it."""

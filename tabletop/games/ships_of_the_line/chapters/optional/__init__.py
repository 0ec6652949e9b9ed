"""The rule modules of AMB-123, a file or a folder each; the `MODULE` of each is found by itself."""

"""Rule modules of the advanced game (AMB-123): one file or folder each, found by its `MODULE`."""

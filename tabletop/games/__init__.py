"""The games; importing this package makes every one of them known to the registry."""

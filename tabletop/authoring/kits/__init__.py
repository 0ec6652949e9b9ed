"""The kits of the games: a module `<game>` that defines `KIT`, a subclass of `authoring.kit.Kit`."""

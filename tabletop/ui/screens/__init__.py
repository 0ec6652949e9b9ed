"""The screens that the app stacks."""

"""Setting up: scenarios of any game written by moving things about, in the YAML that a person would have written.

`draft.Draft` is what a screen holds; `changes` are the operations, `kits` what each game brings.
"""

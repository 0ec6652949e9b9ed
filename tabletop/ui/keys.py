"""Every key of the table in one place, as it comes; buttons, tooltips and hint lines read it.

What the player has made of it is in `ui.rebinding`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Binding:
    """A key or gesture, and what it does in a word or two."""

    chord: str
    words: str


KEYS: dict[str, Binding] = {
    # everywhere
    "next": Binding("Tab", "next control"),
    "previous": Binding("Shift+Tab", "previous control"),
    "accept": Binding("Enter", "open"),
    "back": Binding("Esc", "back"),
    "full_screen": Binding("F11", "full screen"),
    "larger": Binding("Ctrl++", "larger"),
    "smaller": Binding("Ctrl+-", "smaller"),
    "usual_size": Binding("Ctrl+0", "usual size"),
    "mute": Binding("Ctrl+M", "sound on or off"),
    "left": Binding("Left", "to the left"),
    "right": Binding("Right", "to the right"),
    "up": Binding("Up", "up"),
    "down": Binding("Down", "down"),
    # title and the screens around the table
    "choose": Binding("Arrows", "choose"),
    "continue": Binding("Enter", "continue"),
    "new_game": Binding("N", "new game"),
    "learn": Binding("T", "learn"),
    "load": Binding("L", "load"),
    "set_up": Binding("E", "set up"),
    "settings": Binding("S", "settings"),
    "quit": Binding("Esc", "quit"),
    "begin": Binding("Enter", "begin"),
    "open_match": Binding("Enter", "go on with the match"),
    "find_match": Binding("/", "find"),
    "rename_match": Binding("F2", "rename"),
    "delete_match": Binding("Delete", "delete"),
    "done": Binding("Enter", "done"),
    "leave": Binding("Enter", "back to the title"),
    "leave_trial": Binding("Enter", "back to setting up"),
    # the rulebook
    "rulebook": Binding("F1", "rules"),
    "rulebook_page": Binding("Shift+F1", "rules, the whole page"),
    "find_rule": Binding("/", "search"),
    "next_rule": Binding("Down", "next rule"),
    "previous_rule": Binding("Up", "previous rule"),
    "rule_back": Binding("Alt+Left", "back"),
    "rule_forward": Binding("Alt+Right", "forward"),
    # lessons
    "lesson_on": Binding("Enter", "go on"),
    "lesson_over": Binding("Enter", "what you have learned"),
    "lesson_skip": Binding("Shift+Esc", "skip the step"),
    # the table
    "menu": Binding("F10", "menu"),
    "primary": Binding("Space", "primary action"),
    "next_deed": Binding("Space", "next"),
    "my_turn": Binding("Shift+Space", "to my turn"),
    "ready": Binding("Space", "ready"),
    "cover": Binding("H", "cover my hand"),
    "end_phase": Binding("E", "end phase"),
    "undo": Binding("Ctrl+Z", "undo"),
    "redo": Binding("Ctrl+Y", "redo"),
    "orders": Binding("1–9", "orders"),
    "log": Binding("G", "log"),
    "motion": Binding("M", "motion"),
    "advice": Binding("I", "advise me"),
    "happened": Binding("Q", "what happened"),
    "points": Binding("U", "victory, points"),
    "again": Binding("R", "play it again"),
    "next_ship": Binding("N", "next ship"),
    "previous_ship": Binding("Shift+N", "previous ship"),
    "list": Binding("O", "order of battle"),
    "labels": Binding("L", "labels"),
    "arcs": Binding("B", "arcs of fire"),
    "threats": Binding("T", "threats"),
    "ruler": Binding("R", "ruler"),
    "corner": Binding("R", "one more corner, as does a click"),
    "leave_ruler": Binding("Shift", "hold to keep the ruler"),
    "drop_rulers": Binding("Esc", "take up every ruler"),
    "fit": Binding("Home", "whole battle"),
    "zoom_in": Binding("+", "zoom in"),
    "zoom_out": Binding("-", "zoom out"),
    "click": Binding("Click", "select"),
    "drag": Binding("Drag", "pan"),
    "wheel": Binding("Wheel", "zoom"),
    "click_too": Binding("Shift Click", "select several"),
    "open_row": Binding("Double Click", "near to one of a list"),
    "drag_ruler": Binding("Right Drag", "measure"),
    "drag_anywhere": Binding("Middle Drag", "pan from anywhere"),
    "aim": Binding("1–4", "aim"),
    "fire": Binding("F", "fire"),
    "fire_all": Binding("Shift+F", "all that bear"),
    "shots": Binding("J", "broadsides of this phase"),
    "ahead": Binding("W", "ahead"),
    "port": Binding("A", "turn to port"),
    "starboard": Binding("D", "turn to starboard"),
    "slow": Binding("S", "slow down"),
    "port_fine": Binding("Ctrl+A", "1° to port"),
    "starboard_fine": Binding("Ctrl+D", "1° to starboard"),
    "port_sharp": Binding("Shift+A", "45° to port"),
    "starboard_sharp": Binding("Shift+D", "45° to starboard"),
    "tack": Binding("P", "tack"),
    "commit": Binding("Enter", "carry out"),
    "unaim": Binding("Backspace", "aim at nobody"),
    "take_back": Binding("Backspace", "take back one leg"),
    "drag_ship": Binding("Drag ship", "plan her move"),
    "drag_place": Binding("Drag ship", "place her"),
    "set_sail": Binding("V", "more sail, or less"),
    "hold_all": Binding("H", "hold course, all"),
    "line_ahead": Binding("J", "line ahead"),
    "squadron": Binding("K", "her squadron"),
    "as_ordered": Binding("C", "as ordered"),
    # a replay
    "watch": Binding("W", "watch the replay"),
    "play": Binding("Space", "play, pause"),
    "step_back": Binding("Left", "step back"),
    "step": Binding("Right", "step"),
    "turn_back": Binding("Shift+Left", "turn before"),
    "turn_on": Binding("Shift+Right", "next turn"),
    "next_loss": Binding("L", "next loss"),
    "speed": Binding("1–5", "speed"),
    "follow": Binding("F", "follow the ship"),
    "seen_as": Binding("V", "seen as"),
    "compare": Binding("K", "what was taken back"),
    "who_knows": Binding("I", "who knows what"),
    "take_over": Binding("T", "take over from here"),
    # the report
    "report": Binding("A", "whole report"),
    "play_again": Binding("P", "play again, sides changed"),
    "web_page": Binding("E", "as a web page"),
    "as_table": Binding("C", "as a table"),
    # the hex table
    "stay": Binding("S", "leave her here"),
    "hold_fire": Binding("X", "hold fire"),
    "draw_card": Binding("C", "draw her card"),
    "alongside_port": Binding("1", "to port of them"),
    "alongside_starboard": Binding("2", "to starboard of them"),
    "targets": Binding("1–9", "aim"),
    "deck": Binding("K", "deck"),
    # the card table
    "choose_card": Binding("1–9", "choose card"),
    "card_arrows": Binding("Arrows", "go through cards"),
    "pick_card": Binding("Enter", "choose card"),
    "confirm": Binding("Space", "confirm"),
    "drag_card": Binding("Drag", "lay a card"),
    "hover_card": Binding("Hover", "read card"),
    "recall": Binding("R", "see the last one again"),
    "discards": Binding("D", "look at discards"),
    "pass_by": Binding("P", "pass"),
    "notes": Binding("N", "notes"),
    "drop_choice": Binding("Esc", "drop the choice"),
    "best_hand": Binding("B", "best hand"),
    "take_one": Binding("Backspace", "take one back"),
    # the scenario editor
    "place": Binding("P", "place"),
    "column": Binding("C", "column"),
    "add_drag": Binding("Shift Drag", "choose several"),
    "spread": Binding("Alt Drag", "interval"),
    "copy": Binding("Ctrl+D", "copy"),
    "remove": Binding("Delete", "remove"),
    "turn_port": Binding("[", "5° to port"),
    "turn_starboard": Binding("]", "5° to starboard"),
    "line_abreast": Binding("Shift+J", "line abreast"),
    "edit_arcs": Binding("A", "arcs"),
    "fit_book": Binding("B", "fit to the book"),
    "next_problem": Binding("X", "next problem"),
    "save": Binding("Ctrl+S", "save"),
    "try": Binding("F5", "try"),
}


LOOKS = frozenset({
    "click", "drag", "wheel", "ruler", "corner", "leave_ruler", "drop_rulers", "arcs", "threats", "next_ship", "fit",
    "list", "squadron", "log", "motion", "undo", "deck", "discards", "notes", "hover_card",
})  # fmt: skip
"""Those by which nothing is ordered: no other is named while another is to move."""


def key(name: str) -> str:
    """The chord that an action comes with."""
    return KEYS[name].chord


def shown(chord: str) -> str:
    """A chord as key caps show it."""
    if len(chord) <= 1:
        return chord
    *modifiers, last = (part or "+" for part in chord.removesuffix("+").split("+"))
    return " ".join([*modifiers, "−" if last == "-" else last])

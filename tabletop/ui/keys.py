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
    "usual_size": Binding("Ctrl+0", "default size"),
    "mute": Binding("Ctrl+M", "sound on or off"),
    "left": Binding("Left", "left"),
    "right": Binding("Right", "right"),
    "up": Binding("Up", "up"),
    "down": Binding("Down", "down"),
    # title and the screens around the table
    "choose": Binding("Arrows", "choose"),
    "continue": Binding("Enter", "continue"),
    "new_game": Binding("N", "new game"),
    "learn": Binding("T", "learn to play"),
    "load": Binding("L", "load"),
    "set_up": Binding("E", "scenario editor"),
    "settings": Binding("S", "settings"),
    "quit": Binding("Esc", "quit"),
    "begin": Binding("Enter", "begin"),
    "open_match": Binding("Enter", "continue the match"),
    "find_match": Binding("/", "find"),
    "rename_match": Binding("F2", "rename"),
    "delete_match": Binding("Delete", "delete"),
    "done": Binding("Enter", "done"),
    "leave": Binding("Enter", "back to the title"),
    "leave_trial": Binding("Enter", "back to the editor"),
    # the rulebook
    "rulebook": Binding("F1", "rules"),
    "rulebook_page": Binding("Shift+F1", "rulebook, full page"),
    "find_rule": Binding("/", "search"),
    "next_rule": Binding("Down", "next rule"),
    "previous_rule": Binding("Up", "previous rule"),
    "rule_back": Binding("Alt+Left", "back"),
    "rule_forward": Binding("Alt+Right", "forward"),
    # lessons
    "lesson_on": Binding("Enter", "continue"),
    "lesson_over": Binding("Enter", "what you have learned"),
    "lesson_skip": Binding("Shift+Esc", "skip step"),
    # the table
    "menu": Binding("F10", "menu"),
    "primary": Binding("Space", "primary action"),
    "next_deed": Binding("Space", "next"),
    "my_turn": Binding("Shift+Space", "skip to my turn"),
    "ready": Binding("Space", "ready"),
    "cover": Binding("H", "cover my hand"),
    "end_phase": Binding("E", "end phase"),
    "undo": Binding("Ctrl+Z", "undo"),
    "redo": Binding("Ctrl+Y", "redo"),
    "orders": Binding("1–9", "orders"),
    "log": Binding("G", "log"),
    "motion": Binding("M", "animation speed"),
    "advice": Binding("I", "advice"),
    "happened": Binding("Q", "what happened"),
    "points": Binding("U", "victory and points"),
    "again": Binding("R", "show it again"),
    "next_ship": Binding("N", "next ship"),
    "previous_ship": Binding("Shift+N", "previous ship"),
    "list": Binding("O", "order of battle"),
    "labels": Binding("L", "labels"),
    "arcs": Binding("B", "arcs of fire"),
    "threats": Binding("T", "threats"),
    "ruler": Binding("R", "ruler"),
    "corner": Binding("R", "add a point (or click)"),
    "leave_ruler": Binding("Shift", "hold to keep the ruler"),
    "drop_rulers": Binding("Esc", "remove all rulers"),
    "fit": Binding("Home", "whole battle"),
    "zoom_in": Binding("+", "zoom in"),
    "zoom_out": Binding("-", "zoom out"),
    "click": Binding("Click", "select"),
    "drag": Binding("Drag", "pan"),
    "wheel": Binding("Wheel", "zoom"),
    "click_too": Binding("Shift Click", "select several"),
    "open_row": Binding("Double Click", "zoom to a list entry"),
    "drag_ruler": Binding("Right Drag", "measure"),
    "drag_anywhere": Binding("Middle Drag", "pan from anywhere"),
    "aim": Binding("1–4", "aim"),
    "fire": Binding("F", "fire"),
    "fire_all": Binding("Shift+F", "fire all that bear"),
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
    "unaim": Binding("Backspace", "clear target"),
    "take_back": Binding("Backspace", "undo one leg"),
    "drag_ship": Binding("Drag ship", "plan her move"),
    "drag_place": Binding("Drag ship", "place her"),
    "set_sail": Binding("V", "more or less sail"),
    "hold_all": Binding("H", "all hold course"),
    "line_ahead": Binding("J", "line ahead"),
    "squadron": Binding("K", "select her squadron"),
    "as_ordered": Binding("C", "as ordered"),
    # a replay
    "watch": Binding("W", "watch the replay"),
    "play": Binding("Space", "play, pause"),
    "step_back": Binding("Left", "step back"),
    "step": Binding("Right", "step forward"),
    "turn_back": Binding("Shift+Left", "previous turn"),
    "turn_on": Binding("Shift+Right", "next turn"),
    "next_loss": Binding("L", "next loss"),
    "speed": Binding("1–5", "speed"),
    "follow": Binding("F", "follow the ship"),
    "seen_as": Binding("V", "view as"),
    "compare": Binding("K", "undone moves"),
    "who_knows": Binding("I", "hidden information"),
    "take_over": Binding("T", "take over from here"),
    # the report
    "report": Binding("A", "full report"),
    "play_again": Binding("P", "play again, sides swapped"),
    "web_page": Binding("E", "export as web page"),
    "as_table": Binding("C", "export as spreadsheet"),
    # the hex table
    "stay": Binding("S", "stay here"),
    "hold_fire": Binding("X", "hold fire"),
    "draw_card": Binding("C", "draw her card"),
    "alongside_port": Binding("1", "on their port side"),
    "alongside_starboard": Binding("2", "on their starboard side"),
    "targets": Binding("1–9", "aim"),
    "deck": Binding("K", "deck"),
    # the card table
    "choose_card": Binding("1–9", "choose card"),
    "card_arrows": Binding("Arrows", "browse cards"),
    "pick_card": Binding("Enter", "choose card"),
    "confirm": Binding("Space", "confirm"),
    "drag_card": Binding("Drag", "play a card"),
    "hover_card": Binding("Hover", "read card"),
    "recall": Binding("R", "show the last one again"),
    "discards": Binding("D", "show discards"),
    "pass_by": Binding("P", "pass"),
    "notes": Binding("N", "notes"),
    "drop_choice": Binding("Esc", "clear selection"),
    "best_hand": Binding("B", "best hand"),
    "take_one": Binding("Backspace", "take one card back"),
    # the scenario editor
    "place": Binding("P", "place"),
    "column": Binding("C", "column"),
    "add_drag": Binding("Shift Drag", "select several"),
    "spread": Binding("Alt Drag", "interval"),
    "copy": Binding("Ctrl+D", "duplicate"),
    "remove": Binding("Delete", "remove"),
    "turn_port": Binding("[", "5° to port"),
    "turn_starboard": Binding("]", "5° to starboard"),
    "line_abreast": Binding("Shift+J", "line abreast"),
    "edit_arcs": Binding("A", "arcs"),
    "fit_book": Binding("B", "fit to the rulebook"),
    "next_problem": Binding("X", "next problem"),
    "save": Binding("Ctrl+S", "save"),
    "try": Binding("F5", "test run"),
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

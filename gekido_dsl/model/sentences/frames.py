"""The verb table: how each verb is used. What a verb means is in `things`, `facts` and `verbs`."""

FRAMES: dict[str, str] = {
    "move": "move THINGS to PLACE, move THINGS under PLACE",
    "put": "put THINGS onto SPACE, put THINGS into PLACE",
    "arrange": "arrange THINGS into PLACES",
    "lock": "lock THINGS into PLACE",
    "return": "return THINGS to PLACE",
    "draw": "draw 2 THINGS, from PLACE, into PLACE, keeping 1",
    "roll": "roll DICE, roll 1 DIE into TRACK",
    "reroll": "reroll DICE",
    "flip": "flip DICE, flip LINK to SIDE, flip FACT",
    "turn": "turn DIE to FACE, turn THING left, turn THING to DIRECTION",
    "set": "set FACT to VALUE",
    "gain": "FACT gains NUMBER, up to NUMBER",
    "lose": "FACT loses NUMBER, down to NUMBER, PLAYERS lose",
    "take": "take THINGS, take THINGS off BOARD",
    "fill": "fill TRACK",
    "choose": "choose THING, choose THING as the WORD, choose THING as FACT",
    "open": "open WINDOW",
    "do": "do RULE, do RULE with VALUE and VALUE",
    "apply": "apply EFFECT",
    "suffer": "THING suffers NUMBER damage from THING",
    "heal": "THING heals NUMBER damage",
    "restore": "THING restores NUMBER damage",
    "destroy": "destroy THING",
    "eliminate": "eliminate PLAYER",
    "discard": "discard THINGS",
    "show": "show THINGS to PLAYERS, show FACT to PLAYERS",
    "shuffle": "shuffle PLACE, shuffle PLACE into PLACE, shuffle PLACE onto PLACE, shuffle PLACES alike",
    "win": "PLAYERS win",
    "stop": "stop, stop each THING, stop repeat",
    "skip": "skip, skip each THING, skip repeat",
    "rank": "PLAYERS rank by NUMBER, highest first",
    "end": "end PHASE",
    "remove": "remove THINGS",
    "lead": "PLAYER leads",
    "lay out": "lay out BOARD as THING",
    "deal": "deal 5 THINGS to PLAYERS, from PLACE, into HAND",
    "announce": 'announce "TEXT", announce "TEXT" for THING, announce "TEXT" for THING at VALUE',
}
"""How each verb is used; shown when a sentence does not fit."""

PREPS: dict[str, frozenset[str]] = {
    "move": frozenset({"under", "to", "into", "onto"}),
    "put": frozenset({"under", "into", "onto", "to"}),
    "arrange": frozenset({"into"}),
    "lock": frozenset({"into"}),
    "return": frozenset({"under", "to"}),
    "draw": frozenset({"from", "into", "to", "keeping"}),
    "roll": frozenset({"into"}),
    "flip": frozenset({"to"}),
    "turn": frozenset({"to"}),
    "set": frozenset({"to"}),
    "choose": frozenset({"as"}),
    "do": frozenset({"with"}),
    "suffer": frozenset({"from"}),
    "show": frozenset({"to"}),
    "shuffle": frozenset({"into", "onto", "under"}),
    "lay out": frozenset({"as"}),
    "take": frozenset({"off"}),
    "deal": frozenset({"to", "from", "into"}),
    "announce": frozenset({"at"}),
}
"""The prepositions that each verb takes."""

AS_OPERAND = frozenset({"choose", "lay out"})
"""Verbs for which `as` does not name what was chosen last."""

DONE_TO = frozenset({"suffer", "heal", "restore", "gain", "lose", "win", "rank", "lead"})
"""Verbs whose subject is what they are done to, or what they say of players."""

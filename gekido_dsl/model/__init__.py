"""What a ruleset means; see `nodes` and `from_syntax`.

Each step from syntax to model has a table of handlers, by the class of the node:

    handlers      the tables: what is registered for a class, and what is passed over
    declare       every declaration is made and put under its name; `game_lines` has what stands below `game`
    shapes        types, fields, owners and parameters, before tables are read
    meanings      phrases and sentences; `limits` has those of places, `exceptions` those of exceptions
    sentences     `acting` has the table of verbs; the methods stand in `things`, `facts`, `loops` and `verbs`
"""

"""Learned players: a small policy over what the model of a game says of a position, trained by searches.

features     what is counted in a position, found in the model; the same numbers from either executor
looking      the module in which a seat looks at each of its choices and takes what the weights like best
games        whole games of such seats
player       the file of trained players: bounded, checked, data and never code
fitting      weights from what searches chose
training     rounds of searching, fitting and measuring
"""

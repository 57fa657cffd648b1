"""What the kernel is made of, with all that is declared of each part: verbs, operators, what triggers wait for.

Executors share what is declared here and nothing else: how a verb is carried out, each knows by itself.
"""

"""From a file to its text, with the place of each stretch. One module a format; `Extractors` chooses, `Isolated` confines.

    path -Extractors-> SourceFile (name and bytes) -reader-> [Document]

`Isolated` plays the same role with the parser in a child process, so that nothing in a file can hang, crash or fill this one.
Everything that leaves this room on bad input is an `UnreadableError` with its reason.
"""

"""What only a witness of a riichi table can tell: how tiles lie, what was voiced, shown, touched or taken back.

The fold judges acts; these functions judge the facts around them, given by a camera or a referee.
"""

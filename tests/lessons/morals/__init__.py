"""What somebody does who has understood a title's lessons and nothing else: for each lesson's moral
a rule of thumb about what lies on the board, without looking ahead."""

"""Analysis of finished matches: each seat's chance to win after every step, luck told apart from
decisions, and what each decision was worth. Pure and sliced: the command line runs it over all
cores, a server's bot processes behind live play, a browser in its worker."""

import openoutcry as oo
from openoutcry import bots
from openoutcry.titles.mogul.rules import PAY


class Frugal:  # bids while the pot is small, and never borrows
    def choose(self, state, seat, budget):
        return PAY if state.pot < 4 and PAY in bots.legal(state, seat) else state.default(seat)


players = [Frugal(), bots.find("apprentice"), bots.find("random")]
print(bots.finish(oo.new("mogul", seats=3, seed=7), players).scores())

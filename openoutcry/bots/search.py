"""Information-set Monte Carlo tree search for any title, compiled with the engine.

One tree from one seat's point of view. Every simulation imagines a world that the seat cannot
tell from the real one, walks down the tree by upper confidence bounds over the moves possible in
that world, adds a node and plays on to the end. Each mover maximises its own utility (max^n).
Picks that lie face down branch where they are turned up: nobody in the tree reacts to what it
may not know yet.
"""

import time
from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.network import Insight
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import CHANCE, OVER, Advice, State, places_of
from openoutcry.core.tuning import BLOCKER, CAUTIOUS, GREEDY, PLAIN, Tuning

# A node lies in eight cells of one array: a cache line.
STRIDE: Final = 8
KEY: Final = 0  # what leads here from its parent
SIBLING: Final = 1  # the parent's next child, 0 = none
CHILD: Final = 2  # the first child, 0 = none
VISITS: Final = 3
CHANCES: Final = 4  # how often it could have been chosen
TOTAL: Final = 5  # utility of whoever chose it, summed
PASSES: Final = 6  # how often somebody had to choose here
TOP: Final = 7  # the highest rating of a move from here

# A key is who * WHO + action, moved out of the way if the move is turned up later or never seen.
WHO: Final = 1 << 20
TURNED_UP: Final = 1 << 30
UNSEEN: Final = 1 << 31

FULL: Final = 1000
"""The utility of winning alone."""
DEEPEST: Final = 64
"""The most decisions that a walk makes inside the tree."""
SAMPLES: Final = 8
"""Matches played out before a search that trusts ratings."""
CLOCK_EVERY: Final = 16
"""Simulations between two looks at the clock."""
FOREVER: Final = 1 << 40
"""More simulations than there ever is time for."""
SURE: Final = 3.0
"""Standard errors that make a lead in a contest sure."""
LOOK: Final = 16
"""Rounds of a contest between two looks at whether somebody is surely ahead."""
BLOCK: Final = 32
"""Simulations between two checks of whether the choice can still change."""
LIKING: Final = 50
"""Percent of a seat's utility that its personality decides."""
ROUGH: Final = 500
"""Simulations below which visits do not tell what comes near the best action."""
CLEAR: Final = 75
"""Percent of the visits that make a choice clear."""


@final
class Opinion:
    """What a search thinks of one action."""

    def __init__(self, action: i64, visits: i64, value: float) -> None:
        self.action = action
        self.visits = visits
        self.value = value
        """Mean utility, from 0 to 1."""

    def __reduce__(self) -> tuple[object, tuple[int, int, float]]:
        return Opinion, (self.action, self.visits, self.value)


@final
class Search:
    """The tree of one decision of `seat`; or, for a seat or SPECTATOR that is not asked now, of
    what may happen next."""

    def __init__(
        self,
        root: State,
        seat: i64,
        advice: Advice,
        tuning: Tuning,
        rng: Rng,
        room: i64,
        insight: Insight | None = None,
    ) -> None:
        self.root = root
        self.seat = seat
        self.decides = seat >= 0 and root.waiting(seat)
        self.only: i64 = -1
        """The only action that the seat considers at the root; -1: all that are legal."""
        self.advice = advice
        self.rng = rng
        self.luck = rng
        """What worlds and draws come from."""
        self.exploration2 = tuning.exploration * tuning.exploration
        self.win = tuning.win
        self.advised = tuning.advised
        self.wide = tuning.wide
        self.horizon = tuning.horizon
        self.spread = tuning.spread
        self.trust = tuning.trust if tuning.wide > 0 else 0
        self.decisive = tuning.decisive
        self.insight = insight
        self.judged = tuning.judged and insight is not None
        self.guided = tuning.guided if insight is not None else 0
        self.entrants = tuning.entrants
        if root.sealed():
            self.entrants = 0
        self.taste = tuning.taste if self.decides else PLAIN
        self.usual: i64 = 0
        """The seat's own scores in the samples, summed."""
        self.gap: i64 = 0
        """By how much the best score was above the worst in them, summed."""
        self.simulations: i64 = 0
        self.samples: i64 = 0
        self.nodes = vec[i64]([0] * (STRIDE * room))
        self.used: i64 = 1
        width = root.width()
        self.legal = vec[i64]([0] * width)
        self.mark = vec[i64]([0] * width)
        self.stamp: i64 = 0
        self.path = vec[i64]([0] * DEEPEST)
        self.movers = vec[i64]([0] * DEEPEST)
        self.depth: i64 = 0
        self.face_down = vec[i64]([0] * DEEPEST)
        self.waiting: i64 = 0
        self.reward = vec[i64]([0] * root.seats())
        self.earned = vec[i64]([0] * root.seats())
        self.won = vec[i64]([0] * root.seats())

    def run(self, simulations: i64, seconds: float) -> None:
        """Simulate until one of the two is used up, but at least once: without any there is no
        opinion. 0 seconds means no time limit."""
        end = time.perf_counter() + seconds
        if (self.trust > 0 or self.taste == GREEDY) and self.samples == 0:
            self.look_around()
        for number in range(simulations):
            look = seconds > 0 and self.simulations > 0 and number % CLOCK_EVERY == 0
            if look and time.perf_counter() >= end:
                return
            self.simulate()

    def simulate(self) -> None:
        """Imagine a world, walk down the tree, play to the end, and note what came of it."""
        state = self.root.imagine(self.seat, self.luck)
        self.descend(state)
        self.roll_out(state)
        self.judge(state)
        nodes = self.nodes
        for i in range(self.depth):
            node = self.path[i]
            nodes[node + VISITS] += 1
            nodes[node + TOTAL] += self.reward[self.movers[i]]
        self.simulations += 1

    def look_around(self) -> None:
        """Learn what to expect before the first node."""
        for _sample in range(SAMPLES):
            self.sample()
        for seat in range(len(self.won)):
            self.won[seat] = 0

    def sample(self) -> None:
        """Play out one match without a tree."""
        state = self.root.imagine(self.seat, self.rng)
        self.roll_out(state)
        self.judge(state)
        for seat in range(len(self.reward)):
            self.earned[seat] += self.reward[seat]
        self.samples += 1

    # A contest of the seat's actions

    def contest(self, simulations: i64, seconds: float, quick: i64) -> None:
        """Sequential halving: those rated highest are tried equally often, in the same worlds and
        with the same luck, then the better half of them, and so on down to two.

        Confidence bounds are for whoever pays for each trial. Here only the choice counts, and so
        the difference between the few that may be best, without what luck alone made of it.
        """
        began = time.perf_counter()
        if (self.trust > 0 or self.taste == GREEDY) and self.samples == 0:
            self.look_around()
        field = self.enter()
        squares = vec[i64]([0] * len(field))
        luck = Rng(self.rng.word())
        whim = Rng(self.rng.word())
        self.luck = Rng(0)
        left = simulations
        count: i64 = len(field)
        if count == 1:
            self.only = self.nodes[field[0] + KEY] % WHO
            self.simulate()  # without any there is no opinion
        sure = False
        while count > 1 and not sure:
            spent = time.perf_counter() - began
            left = min(left, self.affordable(seconds, spent))
            rounds: i64 = max(1, left // (halvings(count) * count))
            for number in range(rounds):
                for i in range(count):
                    self.luck.become(luck)
                    self.rng.become(whim)
                    self.only = self.nodes[field[i] + KEY] % WHO
                    self.simulate()
                    squares[i] += self.reward[self.seat] * self.reward[self.seat]
                luck.leap()
                whim.leap()
                left -= count
                if 0 < seconds <= time.perf_counter() - began:
                    break
                if number % LOOK == 0 and 0 < quick <= self.simulations:
                    self.rank(field, squares, count)
                    sure = self.is_ahead(field, squares)
                    if sure:
                        break
            self.rank(field, squares, count)
            count = (count + 1) // 2
        self.only = -1

    def affordable(self, seconds: float, spent: float) -> i64:
        """How many more simulations there is time for, as long as those so far took."""
        tries = self.simulations + self.samples
        if seconds <= 0 or tries == 0:
            return FOREVER
        return i64(float(tries) * (seconds - spent) / max(spent, 0.000001))

    def enter(self) -> vec[i64]:
        """The nodes of the actions that the advice rates highest."""
        state = self.root.imagine(self.seat, self.rng)
        count = state.legal_into(self.seat, self.legal)
        self.stamp += 1
        for i in range(count):
            self.mark[self.legal[i]] = self.stamp
        size: i64 = min(count, self.entrants)
        field = vec[i64]([0] * size)
        for i in range(len(field)):
            field[i] = self.add_best_rated(state, 0, self.seat, count)
            self.mark[self.nodes[field[i] + KEY] % WHO] = 0
        return field

    def rank(self, field: vec[i64], squares: vec[i64], count: i64) -> None:
        """Put those that did best first."""
        for i in range(1, count):
            node, square = field[i], squares[i]
            j: i64 = i
            while j > 0 and self.mean(field[j - 1]) < self.mean(node):
                field[j] = field[j - 1]
                squares[j] = squares[j - 1]
                j -= 1
            field[j] = node
            squares[j] = square

    def mean(self, node: i64) -> float:
        """The mean utility of a node's simulations."""
        nodes = self.nodes
        return float(nodes[node + TOTAL]) / max(1.0, float(nodes[node + VISITS]))

    def is_ahead(self, field: vec[i64], squares: vec[i64]) -> bool:
        """Is the first of the field surely better than the second?"""
        first, second = field[0], field[1]
        lead = self.mean(first) - self.mean(second)
        doubt = self.doubt(first, squares[0]) + self.doubt(second, squares[1])
        return lead > SURE * sqrt(doubt)

    def doubt(self, node: i64, square: i64) -> float:
        """The square of a mean's standard error."""
        tries = float(self.nodes[node + VISITS] - self.trust)
        mean = self.mean(node)
        return max(float(square) / tries - mean * mean, 1.0) / tries

    # Down the tree

    def descend(self, state: State) -> None:
        """Walk until a node was added or the match ends; leaves the walk in `path`."""
        node: i64 = 0
        mover = self.seat if self.decides else state.mover()
        self.depth = 0
        self.waiting = 0
        while mover != OVER and self.depth < DEEPEST:
            if mover == CHANCE:
                outcome = state.draw(self.luck)
                seen = state.witness(self.seat, CHANCE, outcome)
                state.apply(CHANCE, outcome)
                if not seen:
                    outcome = UNSEEN
                node = self.child(node, outcome)
            else:
                next_new = self.used * STRIDE
                if self.only >= 0 and self.depth == 0:
                    chosen = self.child(node, (mover + 1) * WHO + self.only)
                else:
                    chosen = self.choose(state, node, mover)
                action = self.nodes[chosen + KEY] % WHO
                self.path[self.depth] = chosen
                self.movers[self.depth] = mover
                self.depth += 1
                node = self.follow(state, node, chosen, mover, action)
                if chosen == next_new:
                    return
            mover = state.mover()

    def follow(self, state: State, node: i64, chosen: i64, mover: i64, action: i64) -> i64:
        """Apply the move; where the tree goes on depends on who may know it."""
        other = self.seat if mover != self.seat else (mover + 1) % state.seats()
        if state.witness(other, mover, action):
            state.apply(mover, action)
            return chosen
        if not state.sealed():
            state.apply(mover, action)
            return chosen if mover == self.seat else self.child(node, UNSEEN + mover)
        self.face_down[self.waiting] = TURNED_UP + self.nodes[chosen + KEY]
        self.waiting += 1
        state.apply(mover, action)
        node = self.child(node, UNSEEN + mover)
        if not state.sealed():
            for i in range(self.waiting):
                node = self.child(node, self.face_down[i])
            self.waiting = 0
        return node

    def child(self, node: i64, key: i64) -> i64:
        """The child of that key, added if new."""
        nodes = self.nodes
        child = nodes[node + CHILD]
        while child != 0:
            if nodes[child + KEY] == key:
                return child
            child = nodes[child + SIBLING]
        return self.add(node, key)

    def add(self, node: i64, key: i64) -> i64:
        """A new child of `node`; returns where it stands."""
        new = self.used * STRIDE
        if new == len(self.nodes):
            self.grow()
        self.used += 1
        nodes = self.nodes
        nodes[new + KEY] = key
        nodes[new + SIBLING] = nodes[node + CHILD]
        nodes[node + CHILD] = new
        return new

    def grow(self) -> None:
        """Room for twice as many nodes."""
        old = self.nodes
        self.nodes = vec[i64]([0] * (2 * len(old)))
        for i in range(len(old)):
            self.nodes[i] = old[i]

    def choose(self, state: State, node: i64, mover: i64) -> i64:
        """An untried move if there is one, else the one with the highest confidence bound."""
        count = state.legal_into(mover, self.legal)
        self.stamp += 1
        stamp = self.stamp
        mark = self.mark
        for i in range(count):
            mark[self.legal[i]] = stamp
        nodes = self.nodes
        base = (mover + 1) * WHO
        best: i64 = 0
        best_bound = -1.0
        untried = count
        child = nodes[node + CHILD]
        while child != 0:
            action = nodes[child + KEY] - base
            if 0 <= action < WHO and mark[action] == stamp:
                mark[action] = 0
                untried -= 1
                nodes[child + CHANCES] += 1
                visits = float(nodes[child + VISITS])
                bound = float(nodes[child + TOTAL]) / (visits * 1000.0) + sqrt(
                    self.exploration2 * log(float(nodes[child + CHANCES])) / visits
                )
                if bound > best_bound:
                    best_bound = bound
                    best = child
            child = nodes[child + SIBLING]
        passes = nodes[node + PASSES]
        nodes[node + PASSES] = passes + 1
        if untried == 0 or (best > 0 and not self.may_widen(passes, count - untried)):
            return best
        if self.wide > 0:
            return self.add_best_rated(state, node, mover, count)
        new = self.add(node, base + self.any_untried(untried, count))
        self.nodes[new + CHANCES] = 1
        return new

    def may_widen(self, passes: i64, tried: i64) -> bool:
        """May another action be tried at a node after this many passes and tried actions?"""
        if self.wide == 0:
            return True
        allowed = 1.0 + sqrt(float(passes)) * float(self.wide) / 10.0
        return float(tried) < allowed

    def add_best_rated(self, state: State, node: i64, mover: i64, count: i64) -> i64:
        """The untried move that the advice rates highest, with some trust in the rating."""
        found: i64 = -1
        highest: i64 = 0
        insight = self.insight
        if insight is not None and self.guided > 0:
            insight.look(state, mover)
        for i in range(count):
            action = self.legal[i]
            if self.mark[action] == self.stamp:
                rating = self.advice.rate(state, mover, action)
                if insight is not None and self.guided > 0:
                    rating += insight.liking(action) * self.guided // 100
                if found < 0 or rating > highest:
                    found = action
                    highest = rating
        worth = self.guess(node, mover, highest)
        new = self.add(node, (mover + 1) * WHO + found)
        nodes = self.nodes
        nodes[new + CHANCES] = 1 + self.trust
        nodes[new + VISITS] = self.trust
        nodes[new + TOTAL] = self.trust * worth
        return new

    def guess(self, node: i64, mover: i64, rating: i64) -> i64:
        """A move's worth to the mover: that of the best rated one, less their difference."""
        nodes = self.nodes
        child = nodes[node + CHILD]
        if child == 0:
            nodes[node + TOP] = rating
            return self.earned[mover] // max(self.samples, 1)
        while nodes[child + SIBLING] != 0:
            child = nodes[child + SIBLING]
        usual = nodes[child + TOTAL] // max(nodes[child + VISITS], 1)
        return max(0, usual - FULL * max(0, nodes[node + TOP] - rating) // self.decisive)

    def any_untried(self, untried: i64, count: i64) -> i64:
        """One of the legal actions not tried yet, all equally likely."""
        skip = self.rng.below(untried)
        for i in range(count):
            action = self.legal[i]
            if self.mark[action] == self.stamp:
                if skip == 0:
                    return action
                skip -= 1
        return self.legal[0]

    # To the end, and what it was worth

    def roll_out(self, state: State) -> None:
        """Play on without a tree, to the end or to the horizon."""
        rng = self.rng
        legal = self.legal
        advised = self.advised
        left: i64 = -1
        if self.horizon > 0 or self.judged:
            left = self.horizon
        mover = state.mover()
        while mover != OVER and (left != 0 or (self.judged and mover == CHANCE)):
            if mover == CHANCE:
                state.apply(CHANCE, state.draw(self.luck))
            else:
                left -= 1
                if advised > 0 and (advised >= 100 or rng.below(100) < advised):
                    state.apply(mover, self.advice.choose(state, mover, rng))
                else:
                    count = state.legal_into(mover, legal)
                    state.apply(mover, legal[rng.below(count)])
            mover = state.mover()

    def judge(self, state: State) -> None:
        """Each seat's utility: a share of the win, and its place or its score."""
        insight = self.insight
        if state.mover() == OVER:
            scores = state.scores()
            places = state.places()
        elif insight is not None and self.judged:
            insight.look(state, self.seat)
            for seat in range(len(self.reward)):
                self.reward[seat] = insight.worth(seat)
            if self.taste != PLAIN:
                self.add_attitude(self.advice.expect(state))
            return
        else:
            scores = self.advice.expect(state)
            places = places_of(scores)
        seats: i64 = len(places)
        total: i64 = 0
        for score in scores:
            total += score
        for seat in range(seats):
            won = self.win_of(places, seat)
            if self.spread > 0:
                value = self.lead_value(scores[seat] * seats - total, seats)
            else:
                value = self.place_value(places, seat)
            self.won[seat] += won
            self.reward[seat] = (self.win * won + (100 - self.win) * value) // 100
        if self.taste != PLAIN:
            self.add_taste(scores, places)

    def win_of(self, places: list[int], seat: i64) -> i64:
        """The seat's share of the win."""
        if places[seat] != 1:
            return 0
        tied: i64 = 0
        for other in places:
            if other == 1:
                tied += 1
        return FULL // tied

    def place_value(self, places: list[int], seat: i64) -> i64:
        """All for the first place, nothing for the last."""
        seats: i64 = len(places)
        place: i64 = places[seat]
        tied: i64 = 0
        for other in places:
            if other == place:
                tied += 1
        return FULL * (2 * (seats - place) - (tied - 1)) // (2 * (seats - 1))

    def lead_value(self, lead: i64, seats: i64) -> i64:
        """Half for the mean score, all for `spread` above it, nothing for `spread` below it."""
        value = FULL // 2 + FULL * lead // (2 * seats * self.spread)
        return min(max(value, 0), FULL)

    # What a personality likes, for the searching seat alone

    def add_taste(self, scores: list[int], places: list[int]) -> None:
        """Where the match is over, or scores are expected."""
        seat = self.seat
        if self.taste == CAUTIOUS:
            self.like(self.place_value(places, seat))
        elif self.taste == GREEDY:
            self.like(self.own_value(scores))
        elif self.taste == BLOCKER:
            self.like(self.best_rivals_loss())
        else:
            self.like(self.win_of(places, seat))

    def add_attitude(self, scores: list[int]) -> None:
        """Where a network judges, which tells no places: cautious ones fear to lose more than they
        hope to win, gamblers the opposite."""
        worth = self.reward[self.seat]
        if self.taste == CAUTIOUS:
            self.like(FULL - (FULL - worth) * (FULL - worth) // FULL)
        elif self.taste == GREEDY:
            self.like(self.own_value(scores))
        elif self.taste == BLOCKER:
            self.like(self.best_rivals_loss())
        else:
            self.like(worth * worth // FULL)

    def like(self, value: i64) -> None:
        """Give the seat's utility its part of what it likes."""
        mixed = (100 - LIKING) * self.reward[self.seat] + LIKING * value
        self.reward[self.seat] = mixed // 100

    def own_value(self, scores: list[int]) -> i64:
        """The seat's own score beside what it usually is, whatever the others have."""
        score: i64 = scores[self.seat]
        if self.samples < SAMPLES:
            self.usual += score
            self.gap += max(scores) - min(scores)
            return FULL // 2
        scale = self.spread if self.spread > 0 else max(1, self.gap // SAMPLES)
        value = FULL // 2 + FULL * (score - self.usual // SAMPLES) // (2 * scale)
        return min(max(value, 0), FULL)

    def best_rivals_loss(self) -> i64:
        """All if the others have nothing; the less, the more the one of them has who leads."""
        most: i64 = 0
        for seat in range(len(self.reward)):
            if seat != self.seat and self.reward[seat] > most:
                most = self.reward[seat]
        return FULL - most

    def opinions(self) -> list[Opinion]:
        """What the root thinks of each action tried, by action."""
        found: list[Opinion] = []
        nodes = self.nodes
        base = (self.seat + 1) * WHO
        child = nodes[CHILD]
        while child != 0:
            action = nodes[child + KEY] - base
            visits = nodes[child + VISITS]
            if 0 <= action < WHO and visits > self.trust:
                value = float(nodes[child + TOTAL]) / float(visits * FULL)
                found.append(Opinion(action, visits - self.trust, value))
            child = nodes[child + SIBLING]
        found.sort(key=_action)
        return found

    def is_settled(self, left: i64, mixes: bool) -> bool:
        """Can so many more simulations change neither the most visited action nor, if the choice
        is mixed, what else may be chosen?"""
        most, next_most = self.leaders()
        if mixes:
            return 2 * (next_most + left) < most
        return most - next_most > left

    def is_clear(self) -> bool:
        """Does one action have by far the most visits?"""
        most, next_most = self.leaders()
        return 100 * (most - next_most) > CLEAR * self.simulations

    def leaders(self) -> tuple[i64, i64]:
        """The visits of the root's two most visited actions."""
        most: i64 = 0
        next_most: i64 = 0
        nodes = self.nodes
        child = nodes[CHILD]
        while child != 0:
            visits = nodes[child + VISITS] - self.trust
            if visits > most:
                next_most = most
                most = visits
            elif visits > next_most:
                next_most = visits
            child = nodes[child + SIBLING]
        return most, next_most

    def outlook(self) -> list[float]:
        """Each seat's share of the wins in all simulations."""
        total = float(max(self.simulations, 1) * FULL)
        return [float(self.won[seat]) / total for seat in range(len(self.won))]


def _action(opinion: Opinion) -> int:
    return opinion.action


def think(
    state: State,
    seat: int,
    advice: Advice,
    tuning: Tuning,
    simulations: int,
    seconds: float,
    seed: int,
    insight: Insight | None = None,
) -> list[Opinion]:
    """Opinions on the seat's actions, from what the seat may know and the other arguments alone."""
    search = Search(state, seat, advice, tuning, Rng(seed), _room(simulations), insight)
    if search.entrants > 0:
        search.contest(simulations, seconds, 0)
    else:
        search.run(simulations, seconds)
    return search.opinions()


def decide(
    state: State,
    seat: int,
    advice: Advice,
    tuning: Tuning,
    simulations: int,
    seconds: float,
    seed: int,
    insight: Insight | None = None,
    quick: int = 0,
) -> int:
    """The action that `answer(think(...))` gives, without simulations that cannot change it; with
    `quick`, without those that hardly can, after that many."""
    search = Search(state, seat, advice, tuning, Rng(seed), _room(simulations), insight)
    if search.entrants > 0:
        search.contest(simulations, seconds, quick)
        return best(search.opinions())
    mixes = tuning.mixes and bool(state.sealed())
    end = time.perf_counter() + seconds
    left: i64 = simulations
    while left > 0 and not search.is_settled(left, mixes):
        if seconds > 0 and search.simulations > 0 and time.perf_counter() >= end:
            break
        if 0 < quick <= search.simulations and search.is_clear():
            break
        search.run(min(left, BLOCK), seconds)
        left -= BLOCK
    return answer(search.opinions(), state, tuning, seed)


def halvings(count: i64) -> i64:
    """How often a field can be halved until one is left."""
    found: i64 = 0
    while count > 1:
        count = (count + 1) // 2
        found += 1
    return found


def _room(simulations: int) -> int:
    return min(simulations, 1 << 14) * 2 + 64


def foresee(
    state: State, viewer: int, advice: Advice, tuning: Tuning, simulations: int, seed: int
) -> list[float]:
    """Each seat's chance to win, as far as a seat or SPECTATOR can tell."""
    search = Search(state, viewer, advice, tuning, Rng(seed), _room(simulations))
    search.run(simulations, 0.0)
    return search.outlook()


def foresee_after(
    state: State,
    seat: int,
    action: int,
    advice: Advice,
    tuning: Tuning,
    simulations: int,
    seconds: float,
    seed: int,
) -> tuple[list[float], int]:
    """Each seat's chance to win once `seat`, which has to decide, has chosen the action, as far as
    it can tell; and by how many simulations.

    The action is carried out in imagined worlds only: what it turns up in the real one, such as
    picks that lie face down, is not known before.
    """
    search = Search(state, seat, advice, tuning, Rng(seed), _room(simulations))
    search.only = action
    search.run(simulations, seconds)
    return search.outlook(), int(search.simulations)


def best(opinions: list[Opinion]) -> int:
    """The action visited most; of equals the one with the higher value, then the first."""
    chosen = opinions[0]
    for opinion in opinions:
        if (opinion.visits, opinion.value) > (chosen.visits, chosen.value):
            chosen = opinion
    return int(chosen.action)


def answer(opinions: list[Opinion], state: State, tuning: Tuning, seed: int) -> int:
    """The best action, or one of those that come near it, for a pick that lies face down.

    Where it pays to know a pick beforehand, the search's visits go to and fro between actions:
    each is chosen as often as it was visited, if that was half as often as the best one.
    """
    simulations = sum(int(opinion.visits) for opinion in opinions)
    if not (tuning.mixes and state.sealed()) or simulations < ROUGH:
        return best(opinions)
    most = max(int(opinion.visits) for opinion in opinions)
    near = [opinion for opinion in opinions if 2 * int(opinion.visits) >= most]
    left = int(Rng(derive(seed, 1)).below(sum(int(opinion.visits) for opinion in near)))
    for opinion in near:
        left -= int(opinion.visits)
        if left < 0:
            return int(opinion.action)
    return best(opinions)


def knowledge_seed(state: State, seat: int, seed: int) -> int:
    """A seed that differs between positions, but not between worlds `seat` cannot tell apart."""
    known = state.imagine(seat, Rng(seed))
    high: i64 = 1
    low: i64 = 7
    for number in known.dump():
        cell: i64 = number
        high = (high * 31 + cell + 4096) & 0xFFFFFFF
        low = (low * 37 + cell + 8192) & 0xFFFFFFF
    return derive(seed, int(high), int(low), seat)

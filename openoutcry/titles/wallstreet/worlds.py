"""1920 Wall Street: other worlds that a seat cannot tell from this one."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.titles.wallstreet.components import NONE
from openoutcry.titles.wallstreet.position import ENDED, NOT_ASKED, OFFERS, SHOW, Position


def imagine(p: Position, seat: i64, rng: Rng) -> Position:
    """Hidden from a seat are others' secret shares, sealed offers and unseen returns."""
    world = p.clone()
    if world.phase == ENDED:
        return world
    _imagine_secrets(world, seat, rng)
    if p.components.unseen_returns:
        for other in range(world.n):
            if other != seat and world.returned[other] != NONE:
                _imagine_return(world, other, rng)
    if world.phase == OFFERS:
        for other in range(world.n):
            if other != seat and world.offer[other] >= 0:
                _imagine_offer(world, other, rng)
    return world


def _imagine_secrets(p: Position, seat: i64, rng: Rng) -> None:
    unseen = vec[i64]([1] * len(p.components.secret_company))
    count: i64 = len(unseen)
    if seat >= 0 and p.secret[seat] != NONE:
        unseen[p.secret[seat]] = 0
        count -= 1
    for other in range(p.n):
        if other != seat and p.secret[other] != NONE:
            number = _nth(unseen, rng.below(count))
            unseen[number] = 0
            count -= 1
            p.secret[other] = number


def _imagine_return(p: Position, seat: i64, rng: Rng) -> None:
    """Another card may have gone back: any that nothing shown since rules out."""
    types = p.components.types
    possible = vec[i64]([0] * types)
    count: i64 = 0
    for card in range(types):
        if p.doubt[seat * types + card] == 1 and _could_lack(p, seat, card):
            possible[card] = 1
            count += 1
    card = _nth(possible, rng.below(count))
    p.put(seat, p.returned[seat], 1)
    p.put(seat, card, -1)
    p.returned[seat] = card


def _could_lack(p: Position, seat: i64, card: i64) -> bool:
    """Whoever is being asked for a share has one to show."""
    asked = p.phase == OFFERS and p.offer[seat] != NOT_ASKED
    if not asked and (p.phase != SHOW or p.turn != seat):
        return True
    components = p.components
    for other in range(components.types):
        gone: i64 = 1 if other == card else 0
        if components.is_valid_offer(other, p.named) and p.known(seat, other) > gone:
            return True
    return False


def _imagine_offer(p: Position, seat: i64, rng: Rng) -> None:
    types = p.components.types
    possible = vec[i64]([0] * types)
    count: i64 = 0
    for card in range(types):
        if p.held(seat, card) > 0 and p.components.is_valid_offer(card, p.named):
            possible[card] = 1
            count += 1
    p.offer[seat] = _nth(possible, rng.below(count))


def _nth(marks: vec[i64], index: i64) -> i64:
    """Where the index-th 1 stands."""
    for i in range(len(marks)):
        if marks[i] == 1:
            if index == 0:
                return i
            index -= 1
    return NONE

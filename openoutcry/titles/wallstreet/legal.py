"""1920 Wall Street: what a seat may do, and why it may not do something else."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.titles.wallstreet.components import (
    CARD,
    COMPANIES,
    COMPANY,
    DECLINE,
    DISCARD,
    DONE,
    FLIP,
    KEEP,
    LOT,
    MOVE,
    NONE,
    PAWN,
    PAY,
    PLACE,
    RAISE,
    RIVAL,
    SELL,
    TAKE,
    TREND_SLOT,
)
from openoutcry.titles.wallstreet.position import (
    BOUGHT,
    END,
    ENDED,
    LOT_ORDER,
    MAGNATE_ORDER,
    MAGNATE_PAY,
    MAGNATE_PILE,
    MAGNATE_RIVAL,
    MAIN,
    NAME_COMPANY,
    NAME_DUAL,
    NOT_ASKED,
    OFFERS,
    PLACE_EXPLOSION,
    RETURN,
    SET_PAWN,
    SHOW,
    SWAP,
    ZONE,
    Position,
)


def legal_into(p: Position, seat: i64, out: vec[i64]) -> i64:
    if not p.waiting(seat):
        return 0
    phase = p.phase
    count: i64 = 0
    if phase == MAIN:
        return _main_into(p, seat, out)
    if phase == SET_PAWN:
        for slot in range(p.components.slots):  # WS-30
            out[slot] = PAWN + slot
        return p.components.slots
    if phase == OFFERS:
        return _cards_into(p, seat, p.named, False, out, 0)
    if phase == RETURN:
        return _cards_into(p, seat, NONE, True, out, 0)
    if phase == BOUGHT:
        out[0] = KEEP
        count = 1
    if phase in (BOUGHT, ZONE, PLACE_EXPLOSION):
        for zone in range(3):
            out[count] = DISCARD + zone
            count += 1
    else:
        count = _rare_into(p, seat, out)
    if phase != PLACE_EXPLOSION:
        count = _options_into(p, seat, out, count)
    if phase == SHOW:
        count = _cards_into(p, seat, NONE, False, out, count)
    return count


def _main_into(p: Position, seat: i64, out: vec[i64]) -> i64:
    count: i64 = 0
    if p.may_flip(seat):
        out[0] = FLIP
        count = 1
    raises = p.may_raise(seat)
    if raises:
        out[count] = RAISE
        count += 1
    slots = p.components.slots
    sells = p.may_sell(seat)
    moves: i64 = 0
    slot = p.pawn[seat]
    for steps in range(1, slots + 1):
        slot = p.beyond(slot, 1)
        if p.is_target(slot) and p.affords(seat, steps, slot):
            out[count] = MOVE + steps
            count += 1
            moves += 1
    if moves == 0 and not raises and not sells:  # WS-33: something must be done
        for steps in range(1, slots + 1):
            if p.is_target(p.reach(seat, steps)):
                out[count] = MOVE + steps
                count += 1
    count = _options_into(p, seat, out, count)
    if sells:
        components = p.components
        pile = p.pile
        first = seat * components.types
        unseen = p.sizes[2 * seat]
        for card in range(components.types):
            held = pile[first + card]
            if held > 0 and components.is_share(card):
                out[count] = SELL + card
                count += 1
                unseen -= held
                if unseen == 0:
                    break
    return count


def _rare_into(p: Position, seat: i64, out: vec[i64]) -> i64:
    phase = p.phase
    count: i64 = 0
    if phase == END:
        if p.may_flip(seat):
            out[0] = FLIP
            count = 1
        out[count] = DONE
        return count + 1
    if phase == LOT_ORDER:
        out[0] = LOT
        out[1] = LOT + 1
        return 2
    if phase == MAGNATE_PAY:
        # A call option may have been paid for since the magnate came; version 1 did not look again.
        if p.may_redeem() or p.components.version == 1:
            out[0] = PAY
            count = 1
        out[count] = DECLINE
        return count + 1
    if phase == MAGNATE_PILE:
        for zone in range(3):
            if p.is_takeable(zone):
                out[count] = TAKE + zone
                count += 1
    elif phase in (NAME_COMPANY, MAGNATE_ORDER, NAME_DUAL):
        for company in range(COMPANIES):
            if _nameable(p, company):
                out[count] = COMPANY + company
                count += 1
    elif phase in (SWAP, MAGNATE_RIVAL):
        for other in range(p.n):
            if other != seat and (phase == MAGNATE_RIVAL or p.offer[other] != NOT_ASKED):
                out[count] = RIVAL + other
                count += 1
    return count


def _nameable(p: Position, company: i64) -> bool:
    if p.phase == MAGNATE_ORDER:
        return (p.due >> company) & 1 == 1
    if p.phase == NAME_DUAL:
        components = p.components
        return company == components.company[p.shown] or company == components.other[p.shown]
    return True  # WS-81: also one at its limit


def _cards_into(
    p: Position, seat: i64, but_company: i64, any_card: bool, out: vec[i64], count: i64
) -> i64:
    """Kept cards: any, or only those that may be exchanged."""
    components = p.components
    base = seat * components.types
    for card in range(components.types):
        if p.pile[base + card] > 0 and (any_card or components.is_valid_offer(card, but_company)):
            out[count] = CARD + card
            count += 1
    return count


def _options_into(p: Position, seat: i64, out: vec[i64], count: i64) -> i64:
    if not p.has_option(seat):
        return count
    for slot in range(p.components.slots):
        if p.is_free(slot):
            out[count] = PLACE + slot
            count += 1
    return count


def forced(p: Position, seat: i64) -> i64:
    """Nothing where a single answer would betray what is in a pile."""
    if p.phase in (MAIN, SHOW, OFFERS, RETURN):
        return -1
    buffer = vec[i64]([0] * p.components.width())
    return buffer[0] if legal_into(p, seat, buffer) == 1 else -1


def default(p: Position, seat: i64) -> i64:
    phase = p.phase
    if phase == MAIN:
        cheapest = _cheapest_move(p, seat)
        if refuse(p, seat, cheapest) == "":
            return cheapest
    if phase == BOUGHT:
        return KEEP
    if phase == END:
        return DONE
    if phase == MAGNATE_PAY:
        return DECLINE
    buffer = vec[i64]([0] * p.components.width())
    count = legal_into(p, seat, buffer)
    for i in range(count):
        if buffer[i] != FLIP and (buffer[i] < PLACE or buffer[i] >= PAWN):
            return buffer[i]
    return buffer[0]


def _cheapest_move(p: Position, seat: i64) -> i64:
    best: i64 = 0
    least: i64 = 0
    for steps in range(1, p.components.slots + 1):
        if p.is_target(p.reach(seat, steps)):
            due = p.cash_due(seat, steps)
            if best == 0 or due < least:
                best = steps
                least = due
    return MOVE + best


def refuse(p: Position, seat: i64, action: i64) -> str:
    if p.phase == ENDED:
        return "WS-100 over"
    if not p.waiting(seat):
        return "WS-32 not_your_turn"
    buffer = vec[i64]([0] * p.components.width())
    count = legal_into(p, seat, buffer)
    for i in range(count):
        if buffer[i] == action:
            return ""
    if action < 0 or action >= p.components.width():
        return "WS-32 unknown"
    if action in (FLIP, RAISE) or action >= SELL:
        return _refuse_action(p, seat, action)
    if MOVE < action < PLACE:
        return _refuse_move(p, seat, action - MOVE)
    if PLACE <= action < PAWN:
        return _refuse_option(p, seat, action - PLACE)
    return _refuse_answer(p, action)


def _refuse_action(p: Position, seat: i64, action: i64) -> str:
    if action == FLIP:
        if p.phase != MAIN and p.phase != END:
            return "WS-34 no_flip_now"
        if not p.may_choose(seat, p.components.flip_cost):
            return f"WS-74 no_loan cost={p.components.flip_cost}"
        return "WS-35 flipped_already"
    if p.phase != MAIN:
        return "WS-32 no_action_now"
    if action == RAISE:
        if p.capital[seat] >= p.components.top_capital:
            return f"WS-66 capital_at_top top={p.components.top_capital}"
        return f"WS-74 no_loan cost={p.components.raise_cost}"
    if not p.components.is_share(action - SELL):
        return "WS-55 not_a_share"
    slot = p.pawn[seat]
    if slot == TREND_SLOT:
        return "WS-55 sell_on_trend"
    if p.ring[slot] == NONE:
        return "WS-104 sell_on_empty"
    return "WS-55 sell_on_lot" if p.lot[slot] != NONE else "WS-55 not_held"


def _refuse_move(p: Position, seat: i64, steps: i64) -> str:
    if p.phase != MAIN:
        return "WS-32 no_action_now"
    if steps > p.components.slots:
        return f"WS-40 too_far slots={p.components.slots}"
    if not p.is_target(p.reach(seat, steps)):
        return "WS-104 empty_slot"
    return f"WS-74 no_loan cost={p.cash_due(seat, steps)}"


def _refuse_option(p: Position, seat: i64, slot: i64) -> str:
    components = p.components
    if not components.call_options:
        return "WS-120 no_options"
    if p.phase == PLACE_EXPLOSION or p.mover() != p.turn or p.phase == SET_PAWN:
        return "WS-121 no_option_now"
    if p.marker[seat] != NONE:
        return "WS-123 option_placed"
    if slot == TREND_SLOT or slot >= components.slots or p.ring[slot] == NONE:
        return "WS-121 option_needs_card"
    if p.lot[slot] != NONE:
        return "WS-121 option_on_lot"
    if p.option_at(slot) != NONE:
        return "WS-121 option_taken"
    return f"WS-74 no_loan cost={components.option_cost}"


def _refuse_answer(p: Position, action: i64) -> str:
    if action == KEEP:
        return "WS-45 nothing_to_keep"
    if action == DONE:
        return "WS-33 act_first"
    if action == PAY and p.phase == MAGNATE_PAY:
        return f"WS-135 no_redemption cost={p.components.redemption}"
    if action in (PAY, DECLINE):
        return "WS-135 nothing_to_redeem"
    if action < TAKE:
        return "WS-48 nothing_to_discard"
    if action < COMPANY:
        return "WS-134 nothing_to_take"
    if action < LOT:
        return "WS-81 no_company_now"
    if action < RIVAL:
        return "WS-45 no_lot"
    if action < PAWN:
        return "WS-85 no_rival_now"
    return "WS-30 pawns_stand" if action < CARD else "WS-85 no_card_now"

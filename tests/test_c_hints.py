"""The C compiler is told what mypyc's code expects, and nothing else is changed."""

import c_hints

ASKED = """
    cpy_r_r2 = (uint64_t)cpy_r_i < (uint64_t)cpy_r_r1;
    if (cpy_r_r2) goto CPyL4;
    cpy_r_r3 = cpy_r_i < cpy_r_r1;
    if (cpy_r_r3) goto CPyL5;
"""


def test_an_index_is_expected_to_be_in_range() -> None:
    assert "if (likely(cpy_r_r2)) goto CPyL4;" in c_hints.with_hints(ASKED)


def test_other_questions_stay_as_they_are() -> None:
    assert "if (cpy_r_r3) goto CPyL5;" in c_hints.with_hints(ASKED)
    other = ASKED.replace("if (cpy_r_r2)", "if (cpy_r_r9)")
    assert c_hints.with_hints(other) == other


def test_hints_are_given_once() -> None:
    once = c_hints.with_hints(ASKED)
    assert c_hints.with_hints(once) == once

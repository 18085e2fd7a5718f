from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.timeflow.cli.objects import CARD_ID, CHOICE_ID, UNDO_ID, card, choice, result
from timeflow.cli.problems import NotShownError
from timeflow.cli.shown import KEPT, SHOWN_FILE, ShownStore, short_id


@pytest.fixture
def store(tmp_path: Path) -> ShownStore:
    return ShownStore(tmp_path)


def test_the_hash_last_printed_counts(store: ShownStore) -> None:
    store.remember_cards([card()])
    store.remember_cards([card(payload_hash=f"sha256:{'8' * 64}")])
    assert store.hash_of(CARD_ID) == f"sha256:{'8' * 64}"


@pytest.mark.parametrize("given", [CARD_ID, CARD_ID.upper(), short_id(CARD_ID), "01a22d80-1438", "a64530", "5a64530"])
def test_an_id_may_be_shortened_at_either_end(store: ShownStore, given: str) -> None:
    store.remember_cards([card()])
    assert store.full_id(given, "card") == CARD_ID


@pytest.mark.parametrize("given", ["", "530", "75f2", "a64531", "sha256"])
def test_what_fits_nothing_is_refused(store: ShownStore, given: str) -> None:
    store.remember_cards([card()])
    with pytest.raises(NotShownError):
        store.full_id(given, "card")


def test_what_fits_several_is_refused(store: ShownStore) -> None:
    store.remember_cards([card(), card(write_request_id="01a22d80-0000-7000-8000-000000000001")])
    with pytest.raises(NotShownError):
        store.full_id("01a22d80", "card")


def test_a_choice_is_no_card_and_an_applied_write_is_known_by_its_undo_too(store: ShownStore) -> None:
    store.remember_choices([choice()])
    store.remember_result(result())
    assert store.full_id(short_id(CHOICE_ID), "choice") == CHOICE_ID
    with pytest.raises(NotShownError):
        store.full_id(short_id(CHOICE_ID), "card")
    assert store.full_id(short_id(UNDO_ID), "applied") == store.full_id(short_id(CARD_ID), "applied") == CARD_ID


def test_a_rejected_write_leaves_nothing_to_undo(store: ShownStore) -> None:
    store.remember_result(result(status="rejected", undo=None))
    with pytest.raises(NotShownError):
        store.full_id(short_id(CARD_ID), "applied")


def test_a_whole_id_that_was_never_shown_is_passed_on_but_has_no_hash(store: ShownStore) -> None:
    unknown = "01a22d80-0000-7000-8000-000000000009"
    assert store.full_id(unknown, "card") == unknown
    with pytest.raises(NotShownError):
        store.hash_of(unknown)


def test_the_memory_is_bounded(store: ShownStore, tmp_path: Path) -> None:
    ids = [f"01a22d80-0000-7000-8000-{place:012d}" for place in range(KEPT + 10)]
    store.remember_cards(card(write_request_id=one) for one in ids)
    store.remember_cards([card(write_request_id="01a22d80-0000-7000-9000-000000000000")])
    with pytest.raises(NotShownError):
        store.hash_of(ids[10])
    assert store.hash_of(ids[11])
    assert (tmp_path / SHOWN_FILE).stat().st_mode & 0o077 == 0


def test_commands_at_once_forget_nothing(tmp_path: Path) -> None:
    ids = [f"01a22d80-0000-7000-8000-{place:012d}" for place in range(30)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda one: ShownStore(tmp_path).remember_cards([card(write_request_id=one)]), ids))
    assert all(ShownStore(tmp_path).hash_of(one) for one in ids)
    assert {path.name for path in tmp_path.iterdir()} <= {SHOWN_FILE, f"{SHOWN_FILE}.lock"}

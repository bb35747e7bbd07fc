"""Logins, the limit on tries, and whose browser may speak: no socket, time is a number."""

from __future__ import annotations

import pytest

from tablebridge.web import console_login
from tablebridge.web.console_login import LoginLimit, Logins
from tablebridge.web.console_origin import Origins


class Time:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def time() -> Time:
    return Time()


def test_a_cookie_opens_its_login_only(time: Time) -> None:
    logins = Logins(3600, time)
    cookie, login = logins.begin("lee")
    other, _ = logins.begin("chen")
    assert logins.find(cookie) == login
    assert login.referee == "lee"
    assert cookie not in login.key
    assert other != cookie
    assert [logins.find(wrong) for wrong in (None, "", "x", cookie[:-1], login.key)] == [None] * 5


def test_a_login_ends_with_its_time(time: Time) -> None:
    logins = Logins(3600, time)
    cookie, login = logins.begin("lee")
    time.now_s += 3599
    assert logins.find(cookie) == login
    time.now_s += 1
    assert logins.find(cookie) is None
    assert not logins.is_open(login)


def test_a_login_that_was_ended_opens_nothing(time: Time) -> None:
    logins = Logins(3600, time)
    cookie, login = logins.begin("lee")
    logins.end(login)
    logins.end(login)
    assert logins.find(cookie) is None


def test_the_oldest_login_makes_room(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_login, "_MOST_LOGINS", 2)
    logins = Logins(3600, time)
    cookies = [logins.begin("lee")[0] for _ in range(3)]
    assert [logins.find(cookie) is not None for cookie in cookies] == [False, True, True]


def test_what_is_over_makes_room_first(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_login, "_MOST_LOGINS", 2)
    logins = Logins(3600, time)
    logins.begin("lee")
    time.now_s += 1800
    kept, _ = logins.begin("lee")
    time.now_s += 1800
    logins.begin("lee")
    assert logins.find(kept) is not None


def test_a_few_wrong_tries_are_free_then_each_waits_twice_as_long(time: Time) -> None:
    limit = LoginLimit(3, time, first_s=5, longest_s=30)
    waits = []
    for _ in range(7):
        limit.failed("guest")
        waits.append(limit.wait_s("guest"))
        time.now_s += waits[-1]
        assert limit.wait_s("guest") == 0
    assert waits == [0, 0, 5, 10, 20, 30, 30]
    assert limit.wait_s("somebody else") == 0


def test_a_right_try_forgives(time: Time) -> None:
    limit = LoginLimit(1, time)
    limit.failed("lee")
    assert limit.wait_s("lee") == 5
    limit.succeeded("lee")
    limit.succeeded("nobody")
    assert limit.wait_s("lee") == 0


def test_an_hour_of_quiet_forgives(time: Time) -> None:
    limit = LoginLimit(2, time)
    limit.failed("lee")
    time.now_s += 3601
    limit.failed("lee")
    assert limit.wait_s("lee") == 0


def test_many_guests_do_not_fill_the_memory(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_login, "_MOST_KEYS", 3)
    limit = LoginLimit(1, time)
    limit.failed("long ago")
    time.now_s += 4000
    for guest in "abcd":
        limit.failed(guest)
    assert len(limit._failures) == 3
    assert [limit.wait_s(guest) > 0 for guest in "abcd"] == [False, True, True, True]


OWN = "127.0.0.1:8766"


@pytest.mark.parametrize(
    ("origin", "host", "accepted"),
    [
        (f"http://{OWN}", OWN, True),
        ("http://localhost:8766", "localhost:8766", True),
        ("http://[::1]:8766", "[::1]:8766", True),
        ("http://192.168.1.9:8766", "192.168.1.9:8766", True),
        ("https://console.example", "console.example", True),
        ("https://console.example", OWN, True),  # a proxy that speaks to us by our address
        (None, OWN, False),
        ("null", OWN, False),
        ("http://evil.example", OWN, False),
        ("http://127.0.0.1:9999", OWN, False),
        (f"https://{OWN}", OWN, False),
        ("http://evil.example:8766", "evil.example:8766", False),  # a name that was made to point here
        ("http://console.example", "console.example", False),
        ("http://127.0.0.1.evil.example", "127.0.0.1.evil.example", False),
        (f"http://{OWN}", None, False),
        (f"http://{OWN}", "[", False),
        ("http://", "", False),
    ],
)
def test_whose_page_may_act(origin: str | None, host: str | None, accepted: bool) -> None:
    assert Origins(["https://console.example"]).accepts(origin, host) is accepted


@pytest.mark.parametrize(
    ("origin", "encrypted"), [("https://console.example", True), ("http://127.0.0.1:8766", False), (None, False)]
)
def test_tls_is_told_by_the_origin(origin: str | None, encrypted: bool) -> None:
    assert Origins.is_encrypted(origin) is encrypted

"""Finds what of a page's text is not seen: cut by its own box or a panel's, off the screen, or under another text."""

from __future__ import annotations

from playwright.sync_api import Page

_TRIES = 20
_AGAIN_MS = 250

NAMES = ".name, .person, .wind-name, .winner, .table-name, .delta .who"
"""What may be cut, at its least size and with dots; `.patterns .name` may not."""

_CUTS = """names => {
    const holders = ".seat, .result, .row, .card, .outcome, .lower-third, .lt-seat, .standings, .call-banner," +
        ".centre, .waits, .delta, .win, .figure, .mark, .note, .st-row";
    const say = element => `${element.closest("[class]").className}: ${element.textContent.slice(0, 24)}`;
    const found = [];
    const texts = [];
    const { documentElement } = document;
    // a page that scrolls goes on below the screen
    const isFixed = getComputedStyle(documentElement).overflowY === "hidden";
    const end = isFixed ? innerHeight : documentElement.scrollHeight;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const rem = parseFloat(getComputedStyle(documentElement).fontSize);
    for (let node; (node = walker.nextNode()); ) {
        const element = node.parentElement;
        const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        if (!node.data.trim() || !isSeen || element.closest("script, style")) continue;
        const isName = element.matches(names) && !element.closest(".patterns");
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = (isName ? element : range).getBoundingClientRect();
        if (box.width === 0) continue; // a blank beside it, or nothing that is drawn
        // letters are lower than their line: a line may be a little higher than its room
        const rise = isName ? 1 : box.height * .2;
        const text = { element, left: box.left, right: box.right, top: box.top + rise, bottom: box.bottom - rise };
        texts.push(text);
        if (!isIn(text, { left: 0, top: 0, right: innerWidth, bottom: end }))
            found.push(`off: ${say(element)}`);
        for (let holder = isName ? element.parentElement : element; holder; holder = holder.parentElement) {
            if (getComputedStyle(holder).display === "inline") continue;
            const isRoom = holder.matches(holders) || getComputedStyle(holder).overflow !== "visible";
            if (isRoom && !isIn(text, holder.getBoundingClientRect()))
                found.push(`cut by ${holder.className || holder.tagName}: ${say(element)}`);
        }
        if (isName) found.push(...nameFaults(element, range.getBoundingClientRect(), box));
    }
    texts.forEach((one, place) => {
        for (const other of texts.slice(place + 1)) {
            const over = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (over > 1 && high > 1) found.push(`on each other: ${say(one.element)} | ${say(other.element)}`);
        }
    });
    return found;

    function isIn(text, room) {
        return text.left >= room.left - .6 && text.right <= room.right + .6 &&
            text.top >= room.top - .6 && text.bottom <= room.bottom + .6;
    }

    // A name is whole, or as small as its place lets it be and ends in dots.
    function nameFaults(element, text, box) {
        const style = getComputedStyle(element);
        const size = parseFloat(style.fontSize);
        // letters of some scripts are higher than their line: what is too much is a line more
        const isWhole = element.dataset.lines
            ? element.scrollHeight <= element.clientHeight + size / 2
            : text.width <= box.width + .01;
        if (isWhole) return [];
        const { fontSize } = element.style;
        element.style.fontSize = "";
        const base = parseFloat(getComputedStyle(element).fontSize);
        element.style.fontSize = fontSize;
        const share = element.dataset.lines ? .36 : Number(style.getPropertyValue("--smallest")) || .6;
        const least = Math.min(base, Math.max(base * share, 1.1 * rem));
        const hasDots = element.dataset.lines ? style.webkitLineClamp !== "none" : style.textOverflow === "ellipsis";
        if (!hasDots) return [`no dots: ${say(element)}`];
        return size > least + .1 ? [`cut at ${size} px, might have ${least}: ${say(element)}`] : [];
    }
}"""

_CUT_NAMES = """([names, where]) => [...document.querySelectorAll(where)]
    .filter(name => name.matches(names) && name.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter(name => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return name.dataset.lines
            ? name.scrollHeight > name.clientHeight + parseFloat(getComputedStyle(name).fontSize) / 2
            : range.getBoundingClientRect().width > name.getBoundingClientRect().width + .01;
    })
    .map(name => `${name.closest("[class]:not(bdi)").className}: ${name.textContent}`)"""


def cuts(page: Page) -> list[str]:
    """What is not whole: labels, numbers and words at all, names where they are cut though they might be smaller."""
    return _settled(page, _CUTS, NAMES)


def cut_names(page: Page, where: str = "body *") -> list[str]:
    """The names there of which not every character is seen."""
    return _settled(page, _CUT_NAMES, [NAMES, where])


def _settled(page: Page, script: str, given: object) -> list[str]:
    """What the script finds; it is asked again while it finds something, for fonts come one after the other."""
    found: list[str] = []
    for _ in range(_TRIES):
        page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        found = page.evaluate(script, given)
        if not found:
            break
        page.wait_for_timeout(_AGAIN_MS)
    return found

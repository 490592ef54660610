// What is wrong with a page as it is laid out now: a list of sentences, each with the kind of fault before its colon.
async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const wide = document.documentElement.clientWidth, high = innerHeight, faults = [];
    const roomy = wide >= 1280 && high >= 720;
    const name = (each) => {
        const zone = each.closest("[data-zone]")?.dataset.zone;
        const own = each.dataset.act ? `button ${each.dataset.act}` : `.${[...each.classList][0] ?? each.tagName.toLowerCase()}`;
        return zone && zone !== each.dataset.zone ? `${own} of ${zone}` : zone ? `zone ${zone}` : own;
    };
    const box = (each) => each.getBoundingClientRect();
    const seen = (each) => {
        const { width, height } = box(each);
        if (width <= 2 || height <= 2 || !each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
        for (let at = each; at && at !== document.body; at = at.parentElement) if (getComputedStyle(at).clipPath !== "none") return false;
        return true;
    };
    const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
    const hits = (each, x, y) => {
        const top = document.elementFromPoint(x, y);
        return !!top && (each.contains(top) || top.contains(each));
    };
    const dock = document.querySelector(".table > :is(.dock, .ending)");
    const foot = dock ? box(dock) : null;
    const clip = (each) => {  // the part of the window in which something is seen, as boxes that scroll and the dock leave it
        let left = 0, top = 0, right = wide, bottom = high;
        for (let at = each.parentElement; at; at = at.parentElement) {
            if (at === document.body) break;
            const { overflowX, overflowY } = getComputedStyle(at);
            if (at.matches(".seat-strip") && getComputedStyle(at).position === "fixed") break;
            if (overflowX === "visible" && overflowY === "visible") continue;
            const frame = box(at);
            left = Math.max(left, frame.left); right = Math.min(right, frame.right);
            top = Math.max(top, frame.top); bottom = Math.min(bottom, frame.bottom);
        }
        if (foot && !dock.contains(each)) {
            const { x, width, y } = box(each);
            if (x < foot.right && x + width > foot.left && y < foot.bottom) bottom = Math.min(bottom, foot.top);
        }
        return { left, top, right, bottom };
    };
    const outside = (each) => {
        const { left, top, right, bottom } = box(each), frame = clip(each);
        return Math.round(Math.max(frame.left - left, frame.top - top, right - frame.right, bottom - frame.bottom));
    };
    const others = document.querySelector(".board > .others");
    const slides = !!others && others.scrollHeight > others.clientHeight + 1 && (others.children.length > (high < 600 ? 1 : 3) && high < 800 || dock.matches(".ending"));  // the list of many seats
    const shown = (each) => {
        const { left, top, right, bottom } = box(each), frame = clip(each);
        const part = { left: Math.max(left, frame.left), top: Math.max(top, frame.top), right: Math.min(right, frame.right), bottom: Math.min(bottom, frame.bottom) };
        return part.right > part.left && part.bottom > part.top && part;
    };
    const within = (selector, what, slack = 1.5) => {
        for (const each of all(selector)) {
            const by = outside(each);
            if (read && !dock.contains(each) || slides && others.contains(each)) continue;
            if (by > slack) faults.push(`${what}: ${name(each)} is ${by} px out of sight`);
        }
    };

    // nothing scrolls sideways, and where there is room nothing scrolls
    const over = document.documentElement.scrollWidth - wide;
    if (over > 0) faults.push(`width: the page is ${over} px wider than the window`);
    const longer = document.documentElement.scrollHeight - high;
    if (roomy && longer > 0) faults.push(`height: the page is ${longer} px higher than the window`);
    const board = document.querySelector(".table > .board");
    if (!board) return faults;

    // nothing lies on the bars above it
    for (const each of all(".top :is(a, button), .board-bar > *")) {
        const { x, y, width, height } = box(each);
        if (!hits(each, x + width / 2, y + height / 2)) faults.push(`covered: something lies on ${name(each)}`);
    }

    // the table is in sight, with one's own hand, score, and what is asked
    const slid = board.scrollHeight > board.clientHeight + 1;
    const read = dock?.matches(".ending") && (high < 700 || slid);  // the finished board can be scrolled, or seen whole by "Table"
    within(".board .piece, .board .square", "board", 3);
    within(".board .zone-label, .board .zone-note, .board .lane-name, .board .zone-meaning span", "label");
    within(".me .piece, .me .hollow, .me > .zone", "own", 3);
    within(".dock .piece", "hand", 3);
    within(".dock .status, .dock .actions > .act, .dock .actions > .quiet, .ending h2, .ending-ways .act", "asked");
    const own = [...document.querySelectorAll(".seat")].filter((each) => each.querySelector("small")?.textContent.includes("you"));
    const scores = own.flatMap((each) => [...each.querySelectorAll(".seat-score")]);
    if (own.length && dock?.matches(".dock")) {
        if (!scores.some((each) => seen(each) && outside(each) <= 1.5)) faults.push("own: the own score is out of sight");
    }
    for (const each of all(".seat-name")) if (each.clientWidth < 24) faults.push(`clipped: ${name(each)} is ${each.clientWidth} px wide`);
    if (dock?.matches(".dock")) for (const each of all(".dock > *")) {
        const by = Math.round(box(each).right - foot.right);
        if (by > 1) faults.push(`dock: ${name(each)} stands ${by} px out of it`);
    }
    if (foot && foot.height > high * (dock.matches(".ending") ? 0.64 : 0.5) && high > wide) faults.push(`dock: takes ${Math.round(100 * foot.height / high)} % of the height`);

    // no text is cut
    for (const each of all(".dock .status, .act, .tool, .zone-label, .lane-name, .turn-flag, .top-title")) {
        const byX = each.scrollWidth - each.clientWidth, byY = each.scrollHeight - each.clientHeight;
        if (getComputedStyle(each).display === "inline" || each.matches(".top-title")) continue;
        if (byX > 1 || byY > 6) faults.push(`clipped: ${name(each)} lacks ${Math.max(byX, byY)} px: ${each.textContent.slice(0, 30)}`);
    }

    // texts and counts do not lie on one another or on pieces of other zones
    const texts = all(".board :is(.zone-label, .zone-note, .seat-name, .seat-score, .seat-note, .lane-name, .zone-asks, .zone-yours, .tool, .count, .scale, .bars figcaption)").filter(shown);
    const pieces = all(".board .piece").filter(shown);
    const lap = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    texts.forEach((one, at) => {
        for (const other of texts.slice(at + 1)) {
            if (one.contains(other) || other.contains(one) || one.closest(".look, .target") === other) continue;
            const by = lap(shown(one), shown(other));
            if (by > 6) faults.push(`overlap: ${name(one)} and ${name(other)} share ${Math.round(by)} px`);
        }
        if (!one.matches(".count, .tool, .glyph")) for (const other of pieces) {
            if (other.closest(".square") || one.matches(".scale") && other.closest(".zone.scaled, .panel") === one.closest(".zone.scaled, .panel")) continue;
            const by = lap(shown(one), shown(other));
            if (by > 6) { faults.push(`overlap: ${name(one)} lies ${Math.round(by)} px on ${name(other)}`); break; }
        }
    });

    // what can be tapped is large enough
    for (const each of all(".table :is(button, summary, a, select), .top :is(button, a)").filter((each) => !each.matches(".skip, .word"))) {
        if (each.closest(".aside") && wide < 1024) { /* below the table */ }
        const inBoard = !!each.closest(".board, .side, .held, .speller"), least = inBoard ? 24 : 44;
        const { x, y, width, height } = box(each), middle = [x + width / 2, y + height / 2], far = least / 2 - 1;
        if (each.closest(".square")) { continue; }
        if (Math.min(width, height) >= least - 1) continue;
        const points = [[0, far], [0, -far], [far, 0], [-far, 0]].filter(([dx, dy]) => (dx ? width : height) < least - 1);
        const inView = middle[1] > 22 && middle[1] < high - 22 && middle[0] > 0 && middle[0] < wide;
        if (inView && points.every(([dx, dy]) => document.elementFromPoint(middle[0] + dx, middle[1] + dy)?.closest("button, a, summary, label") === each)) continue;
        faults.push(`target: ${name(each)} is ${Math.round(width)} × ${Math.round(height)} px`);
    }
    return [...new Set(faults)];
}

"""The browser client without a browser: its unit tests, and what its sources may not do. What is seen of it: tests/browser."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from patience import PATIENCE

WEB = Path(__file__).parents[1] / "web"
ENGLISH = "asks|claim|go_on|help|label|message|note|prompt|reason|said|say|short|status|text|title|what|why|yours"
"""Fields of messages that hold text for people."""
READS = re.compile(
    rf"\b(?:{ENGLISH})\b(?:\?\.|\s*\?\?\s*\"\"|\)|!)*\."
    r"(?:startsWith|endsWith|includes|match|matchAll|search|replace|replaceAll|split|indexOf|slice|substring)\("
    rf"|\.test\([^)\n]*\b(?:{ENGLISH})\b"
    rf"|\b(?:{ENGLISH})\b(?:\s*\?\?\s*\"\")?\)?\s*[!=]==\s*[\"'`\w]|[\"'`\w]\s*[!=]==\s*[\w.?]*\b(?:{ENGLISH})\b"
)
"""A comparison or a search in such a text."""
MAY_READ = {
    "before?.status === next.status": "whether a text has changed decides only whether it is said again",
    "said !== before?.seats[seat]?.said": "whether a text has changed decides only whether it is said again",
    "others.length ? others : say.slice(-1)": "a slice of a list",
    "return text.replace(/^./, (first) => first.toUpperCase());": "how a sentence begins",
    'return message.replace(/^[a-z_]+: /, "");': "the name of the game before a message of the rules is not shown",
    "text.split(RULE_ID)": "ids of rules in a text become links",
    r"text.split(/\s+/)": "the longest word of a card decides the size of its letters",
    "response.status === 401": "the status of an answer is a number",
    "text.split(WORD)": "words of the match in a text become links",
}
"""Lines that read text without deciding anything, with the reason."""


def unit_tests(web: Path) -> subprocess.CompletedProcess[str]:
    """Run the client's unit tests: esbuild bundles them, Node's own test runner runs them."""
    esbuild, node = WEB / "node_modules/.bin/esbuild", shutil.which("node")
    if not esbuild.exists() or not node:
        pytest.skip("web/node_modules or node is not there: the client was not built in this checkout")
    made = web / "node_modules/.tests"
    options = ("--bundle", "--platform=node", "--format=esm", "--target=node20", "--out-extension:.js=.mjs", f"--outdir={made}")
    tests = sorted(str(path) for path in (web / "tests").glob("*.test.ts"))
    subprocess.run([esbuild, *tests, *options, "--log-level=warning"], cwd=web, check=True)
    found = sorted(map(str, made.glob("*.mjs")))
    return subprocess.run([node, "--test", *found], capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_the_client_passes_its_unit_tests() -> None:
    result = unit_tests(WEB)
    assert result.returncode == 0, result.stdout[-4000:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "right", "wrong", "fails"),
    [
        ("patch.ts", "!== patch.base", "=== -1", "a patch of another scene is refused"),
        ("connection.ts", "for (const command of unanswered.values()) send(command);", "", "sends again what was not answered"),
        ("letters.ts", "lettersOf(input.value).length", "input.value.length", "an input is too long by its letters"),
        ("press.ts", "const foreign =", "const foreign = false &&", "the place of the key decides"),
        ("connection.ts", "unanswered.delete(command.cid);", "", "sends again what was not answered"),
        ("line.ts", "if (!this.opening) this.connect();", "", "silence is looked into"),
        (
            "table.ts",
            "filter(({ act }) => act.to === place);\n}",
            "filter(() => table.pick.value);\n}",
            "whose act needs no piece",
        ),
        ("tap.ts", "else if (picked) drop(table);", "", "a second tap lets go of it"),
        ("tap.ts", "choice.act.ask || choice.act.confirm", "choice.act.ask", "what ends a turn is a draft first"),
        ("play.ts", "draft.value = null;", "", "a draft goes when the match has gone on"),
        ("play.ts", "if (now.acts[id]) send(table, id);", "if (id) send(table, id);", "a move prepared in another's turn"),
        ("keys.ts", "if (found[0] && found.length === 1) {", "if (found[0]) {", "letters do verbs with what is picked"),
        ("table.ts", "clearTimeout(table.forcedTimer);", "", "can be stopped"),
        ("hints.ts", "filter((each) => each.equal).length", "length - 1", "differences within noise are called equal"),
        ("table.ts", ".filter(({ id }) => !only.value || id === only.value)", "", "only one is lit"),
        ("lesson.ts", "if (to && lesson.steps", "if (!to && lesson.steps", "has it picked for them"),
        ("lesson.ts", "result: null,", "", "the last step asks nothing"),
        ("news.ts", "!own.includes(place)", "true", "the line above the hand tells others' deeds"),
        ("code.ts", '.replace(/[^a-z0-9]/gi, "")', "", "the code of a table leads to it"),
    ],
)
def test_a_fault_of_the_client_turns_its_unit_tests_red(tmp_path: Path, file: str, right: str, wrong: str, fails: str) -> None:
    for folder in ("src", "tests"):
        shutil.copytree(WEB / folder, tmp_path / folder)
    if (WEB / "node_modules").exists():
        (tmp_path / "node_modules").mkdir()
        for package in (WEB / "node_modules").iterdir():
            if package.name != ".tests":
                (tmp_path / "node_modules" / package.name).symlink_to(package)
    source = tmp_path / "src/state" / file
    text = source.read_text("utf-8")
    assert right in text
    source.write_text(text.replace(right, wrong), "utf-8")
    result = unit_tests(tmp_path)
    assert result.returncode and fails in "".join(re.findall(r"^not ok .*$", result.stdout, re.MULTILINE)), result.stdout[
        -2000:
    ]


MUTABLE = re.compile(
    r"^(?:export )?(?:let|var) .*"
    r"|^(?:export )?const .*= (?:signal\b|computed\b|create\w+|new (?:Map\b|WeakMap\b|Set(?:<.*>)?\(\))).*",
    re.MULTILINE,
)
"""State that a module holds for all who import it; it belongs into what `createTable` and its like return."""


def module_states(sources: Mapping[str, str]) -> list[str]:
    """Return the lines of sources that make state at module level, as "file: line"."""
    return [f"{name}: {line.strip()}" for name, text in sources.items() for line in MUTABLE.findall(text)]


def test_no_module_of_the_client_holds_state() -> None:
    """Only `device.ts` may, which stands for the browser and stores what the browser refuses to."""
    sources = {path.name: path.read_text("utf-8") for path in (WEB / "src").rglob("*.ts*") if path.name != "device.ts"}
    assert len(sources) > 50 and module_states(sources) == []


@pytest.mark.parametrize(
    "line",
    [
        "export const series = signal<SeriesView | null>(null);",
        "const yours = computed(() => table.scene.value?.seats);",
        "const box = createWordBox();",
        "let before = new Map<string, DOMRect>();",
        "const seen = new Map<string, number>();",
        "const sent = new Set<string>();",
    ],
)
def test_state_of_a_module_is_seen(line: str) -> None:
    assert module_states({"zone.tsx": f"{line}\nfunction a(): void {{\n  const b = signal(0);\n}}\n"}) == [f"zone.tsx: {line}"]


def unbroken(text: str) -> str:
    """Return a source with each chain of calls on one line."""
    return re.sub(r"\n\s*(?=\.\w)", "", text)


def reading(sources: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of sources that read English, as "file: line"."""
    for name, text in sources.items():
        for line in unbroken(text).splitlines():
            if READS.search(line) and not any(may in line for may in MAY_READ):
                yield f"{name}: {line.strip()}"


def test_no_english_decides_anything_in_the_client() -> None:
    """Marks, flags and questions have their meaning as fields of `muckle.scene.contract`."""
    sources = {path.name: path.read_text("utf-8") for path in (WEB / "src").rglob("*.ts*") if path.name != "types.ts"}
    assert list(reading(sources)) == []
    text = unbroken("".join(sources.values()))
    assert [may for may in MAY_READ if may not in text] == [], "nobody needs these any more"


@pytest.mark.parametrize(
    "line",
    [
        r'const looks = [/\bwon\b/.test(zone.note ?? "") && "won"];',
        r'const rest = yours.value ? status.replace(/^your turn[:.,]?\s*/i, "") : status;',
        'const others = say.filter((text) => !text.startsWith("You "));',
        "const award = reading.value?.awards?.find(({ what }) => what === label);",
        "game.presets.filter(({ help }) => !help.endsWith(SMALL))",
        "if (act.label.startsWith(PREPARE)) return act.label;",
        'return act.label.split(" ", 1)[0] ?? act.label;',
    ],
)
def test_a_line_that_reads_english_is_seen(line: str) -> None:
    assert list(reading({"zone.tsx": line})) == [f"zone.tsx: {line}"]

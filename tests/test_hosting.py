"""docs/hosting: the example files are read by the programs they are for, where there are any."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from muckle.server.operations.settings import RoomSettings, name_of, read_settings
from patience import PATIENCE

HOSTING = Path(__file__).parents[1] / "docs" / "hosting"
FILES = ("muckle.service", "Containerfile", "nginx.conf", "nginx-two-rooms.conf")


def test_every_example_is_named_on_the_page():
    page = (HOSTING.parent / "hosting.md").read_text(encoding="utf-8")
    assert {path.name for path in HOSTING.iterdir()} == set(FILES)
    assert all(f"(hosting/{name})" in page for name in FILES)


@pytest.mark.parametrize("name", FILES)
def test_settings_in_examples_are_settings(name: str):
    given = dict(re.findall(r"(MUCKLE_[A-Z_]+)=(\S+)", (HOSTING / name).read_text(encoding="utf-8")))
    assert set(given) <= set(map(name_of, RoomSettings.__struct_fields__))
    assert read_settings(given).environment().items() >= given.items()


def test_the_service_is_hardened(tmp_path: Path):
    """The score that systemd gives is at most 3 of 10, and taking one line away shows in it."""
    program = shutil.which("systemd-analyze")
    if not program:
        pytest.skip("there is no systemd here")

    def exposure(text: str) -> float:
        (tmp_path / "muckle.service").write_text(text, encoding="utf-8")
        ask = [program, "security", "--offline=true", str(tmp_path / "muckle.service")]
        told = subprocess.run(ask, capture_output=True, text=True, timeout=PATIENCE).stdout
        found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", told)
        if not found:
            pytest.skip("this systemd scores no files")
        return float(found[1])

    text = (HOSTING / "muckle.service").read_text(encoding="utf-8")
    assert exposure(text) <= 3
    assert exposure(re.sub(r"^SystemCall.*\n|^CapabilityBoundingSet.*\n", "", text, flags=re.MULTILINE)) > 3


def test_an_image_is_built_from_what_a_wheel_needs_and_no_more():
    root = HOSTING.parents[1]
    lines = [line for line in (root / ".dockerignore").read_text("utf-8").splitlines() if line and not line.startswith("#")]
    kept = {line.removeprefix("!") for line in lines if line.startswith("!")}
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    needed = {"pyproject.toml", project["project"]["readme"], *project["project"]["license-files"], "web", "src"}
    assert lines[0] == "*" and kept == needed and all((root / name).exists() for name in kept)


def test_systemd_reads_the_service(tmp_path: Path):
    program = shutil.which("systemd-analyze")
    if not program:
        pytest.skip("there is no systemd here")
    text = (HOSTING / "muckle.service").read_text(encoding="utf-8").replace("/opt/muckle/bin/muckle serve", "/bin/true")
    (tmp_path / "muckle.service").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [program, "verify", str(tmp_path / "muckle.service")], capture_output=True, text=True, timeout=PATIENCE
    )
    assert not [line for line in done.stderr.splitlines() if "muckle.service" in line]


@pytest.mark.parametrize("rooms", [1, 2])
def test_nginx_reads_its_configuration(rooms: int, tmp_path: Path):
    program, openssl = shutil.which("nginx", path="/usr/sbin:/usr/bin"), shutil.which("openssl")
    if not program or not openssl:
        pytest.skip("there is no nginx here")
    key, certificate = tmp_path / "key", tmp_path / "certificate"
    ask = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example"]
    subprocess.run([*ask, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True, timeout=PATIENCE)
    text = (HOSTING / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("/etc/ssl/games.example.pem", str(certificate)).replace("/etc/ssl/games.example.key", str(key))
    if rooms == 2:
        both = (HOSTING / "nginx-two-rooms.conf").read_text(encoding="utf-8")
        text = both + text.replace("proxy_pass http://127.0.0.1:8000", "proxy_pass http://muckle_rooms")
    whole = f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{text}\n}}\n"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    command = [program, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (tmp_path / "nginx.conf").write_text(whole.replace("proxy_read_timeout", "proxy_reed_timeout"), encoding="utf-8")
    assert subprocess.run(command, capture_output=True, timeout=PATIENCE).returncode != 0

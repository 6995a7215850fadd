#!/usr/bin/python3
"""deploy/compose.yaml: read by docker-compose, checked field by field, and played by podman-compose.

    compose_test.py ROOT BUILD

The images are those that cluster_image made, with a stand-in for PostgreSQL's, and a shorter tournament. Everything else is as
it is written.
"""
import json
import pathlib
import shutil
import subprocess
import sys

import yaml

from engine import IMAGE, POSTGRES, Engine, in_a_network_of_our_own
from stage import folder_of_our_own, records_of, run, say, skip, until

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def set_up(folder):
    """The commands at the head of the file, in a folder like deploy/."""
    place = folder / "deploy"
    (place / "kubernetes").mkdir(parents=True)
    shutil.copy(ROOT / "deploy/compose.yaml", place)
    # Without the bot that uses all its time, which a busy machine may not give it.
    cup = (ROOT / "deploy/kubernetes/cup.toml").read_text()
    assert '"champion", ' in cup
    (place / "kubernetes" / "cup.toml").write_text(cup.replace('"champion", ', ""))
    lines = [line[4:] for line in (place / "compose.yaml").read_text().splitlines() if line.startswith("#   ")]
    made = [line for line in lines if "secrets" in line]
    assert len(made) == 2, lines
    for line in made:
        run("bash", "-c", line, cwd=place)
    assert (place / "secrets").stat().st_mode & 0o777 == 0o700
    return place


def check_fields(place):
    settings = yaml.safe_load((place / "compose.yaml").read_text())
    if shutil.which("docker-compose"):
        run("docker-compose", "--file", place / "compose.yaml", "config", "--quiet")
        say("docker-compose reads the file")
    services = settings["services"]
    assert set(services) == {"postgres", "referee", "worker-1", "worker-2"}, services
    for name in ("referee", "worker-1", "worker-2"):
        one = services[name]
        assert one["image"] == IMAGE and one["cap_drop"] == ["ALL"] and one["read_only"] is True, one
        assert "no-new-privileges:true" in one["security_opt"] and one["restart"] == "on-failure", one
        assert one["secrets"] == ["pg_service.conf"] and "service=quiver" in one["command"], one
    for name in ("worker-1", "worker-2"):
        assert {"seccomp=unconfined", "systempaths=unconfined"} <= set(services[name]["security_opt"])
    assert services["postgres"]["image"] == POSTGRES
    assert services["referee"]["security_opt"] == ["no-new-privileges:true"], "it launches no bots"
    assert services["referee"]["ports"] == ["127.0.0.1:8080:8080"], "the page is not encrypted"
    secret = (place / "secrets/password").read_text().strip()
    assert len(secret) == 48 and secret in (place / "secrets/pg_service.conf").read_text()
    assert secret not in (place / "compose.yaml").read_text()
    say("all fields are as they have to be")


def play(engine, place):
    compose = ["podman-compose", "--podman-path", engine.wrapper, "--file", place / "compose.yaml"]
    run(*compose, "up", "--detach", "--no-build", cwd=place)
    names = engine.podman("ps", "--all", "--format", "{{.Names}}").split()
    say("podman-compose starts", names)
    of = {service: next(name for name in names if service in name) for service in ("postgres", "referee", "worker-1", "worker-2")}
    until("the tournament is over", lambda: "40 of 40 games" in engine.podman("logs", of["referee"]))
    for service in ("referee", "worker-1", "worker-2"):
        until(f"{service} is healthy", lambda one=of[service]: subprocess.run(
            [*engine.podman_words, "healthcheck", "run", one], capture_output=True, check=False).returncode == 0)
    page = engine.podman("exec", of["referee"], "bash", "-c", "exec 3<>/dev/tcp/referee/8080 && printf "
                         "'GET /api/v1/lobby HTTP/1.0\\r\\nHost: referee\\r\\n\\r\\n' >&3 && cat <&3")
    assert page.startswith("HTTP/1.1 200") or page.startswith("HTTP/1.0 200"), page[:300]
    ask = [*engine.podman_words, "exec", of["worker-1"], "quiver"]
    store = "--store=postgresql:///?service=quiver"
    records = records_of(run(*ask, "export", store, "--event", "cup", "--format", "jsonl"))
    played = {}
    for record in records:
        played[record["worker"]["name"]] = played.get(record["worker"]["name"], 0) + 1
    kinds = {(seat["isolation"], seat["limits"]) for record in records for seat in record["seats"]}
    say(f"{len(records)} games, each once, by {played}, isolation and limits {sorted(kinds)}")
    assert len(records) == 40 and {kind[0] for kind in kinds} == {"full"}, kinds
    run(*ask, "verify", "postgresql:///?service=quiver")
    secret = (place / "secrets/password").read_text().strip()
    for name in names:
        assert secret not in json.dumps(engine.inspect(name)) + logs(engine, name), f"the password shows in {name}"


def logs(engine, name):
    return subprocess.run([*engine.podman_words, "logs", name], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False).stdout


def main():
    in_a_network_of_our_own(sys.argv)
    with folder_of_our_own("quiver-compose-") as folder:
        place = set_up(folder)
        check_fields(place)
        engine = Engine(BUILD)
        try:
            engine.need_image()
            if not shutil.which("podman-compose"):
                skip("the fields are checked, but there is no podman-compose to play them")
            play(engine, place)
        finally:
            for name in engine.podman("ps", "--all", "--format", "{{.Names}}").split():
                print(f"--- {name}\n{logs(engine, name)[-1500:]}", flush=True)
            engine.close()


if __name__ == "__main__":
    main()

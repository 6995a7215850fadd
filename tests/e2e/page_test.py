#!/usr/bin/python3
"""Does what docs/write-a-bot/first-bot.md says: saves its files and runs its commands, section by section.

    page_test.py ROOT

A block after a line that ends in "`NAME`:" is saved as NAME; every other block of sh is run. A section has a folder of
its own, where the files of earlier sections lie too; what the first one exports holds in all. The home folder is a new one. A
port on the page stands for one that is free, and a command that is left running in the background is waited for until
somebody can connect to it.
"""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

PAGE = "docs/write-a-bot/first-bot.md"
PORT = "7777"


def sections(text):
    """(heading, [(name or None, kind, content)]) for each section of the page."""
    found = []
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        heading, body = part.split("\n", 1)
        blocks = []
        for match in re.finditer(r"^```(\w*)\n(.*?)^```$", body, flags=re.M | re.S):
            before = body[: match.start()].rstrip().rsplit("\n\n", 1)[-1].replace("\n", " ")
            named = re.search(r"`([\w./-]+)`:$", before)
            blocks.append((named and named.group(1), match.group(1), match.group(2)))
        found.append((heading, blocks))
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def prepared(commands, port):
    wait = f"until (exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null; do sleep 0.05; done"
    lines = []
    for line in commands.replace(PORT, str(port)).splitlines():
        lines += [line, wait] if line.endswith("&") else [line]
    return "\n".join(lines) + "\n"


def run(script, folder, environment):
    """The output, whatever becomes of it; nothing that was started stays."""
    process = subprocess.Popen(
        ["bash", "-euxo", "pipefail", "-c", script], cwd=folder, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        output, _ = process.communicate(timeout=280)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        process.returncode = -1
    return process.returncode, output


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    work = pathlib.Path(tempfile.mkdtemp(prefix="quiver-page-"))
    work.chmod(0o755)  # bots are users of their own where root runs them
    home = work / "home"
    home.mkdir()
    environment = {**os.environ, "HOME": str(home)}
    exports = files = commands = 0
    prelude = ""
    try:
        page = sections((root / PAGE).read_text(encoding="utf-8"))
        for number, (heading, blocks) in enumerate(page):
            folder = root if number == 0 else work / str(number)
            if number > 0:
                folder.mkdir()
                for name in sorted(work.glob("*/my_bot.py"))[:1]:
                    shutil.copy(name, folder)
            script = ""
            for name, kind, content in blocks:
                if name is not None:
                    (folder / name).write_text(content, encoding="utf-8")
                    (folder / name).chmod(0o644)
                    files += 1
                elif kind == "sh":
                    script += content
                    commands += len(content.splitlines())
            code, output = run(prelude + prepared(script, free_port()), folder, environment)
            if code != 0:
                print(output)
                print(f"FAILED: the section {heading!r} of {PAGE}: exit code {code}")
                return 1
            exported = [line for line in script.splitlines() if line.startswith("export ")]
            prelude += "".join(line + "\n" for line in exported)
            exports += len(exported)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    if files < 5 or commands < 14 or exports < 1:
        print(f"FAILED: only {files} files and {commands} commands were found in {PAGE}")
        return 1
    print(f"{files} files and {commands} commands of {PAGE} do what they say")
    return 0


sys.exit(main())

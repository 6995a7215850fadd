#!/usr/bin/python3
"""Runs the CI examples of deploy/ci here: every line of their scripts, as GitHub and GitLab run them.

    ci_examples_test.py ROOT

A scratch project is the one of docs/write-a-bot/first-bot.md, with that page's own bot, one that is better, one that
gives up, and one that crashes. The job has to pass with the first two as it stands there and to fail with the others,
and to leave results that say why. Two programs are replaced by stubs: apt-get installs nothing, and git "clones" the
tree that this is built from, so that Quiver is installed from the build that is there.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import yaml

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(my_bot LANGUAGES CXX)
find_package(quiver_sdk REQUIRED)
add_executable(my_bot my_bot.cpp)
target_link_libraries(my_bot PRIVATE quiver::bot)
"""
STAND_INS = {
    "apt-get": "#!/bin/sh\nexit 0\n",
    # git clone … FOLDER: the script in it finds its own tree.
    "git": '#!/bin/sh\nfor folder; do :; done\nmkdir "$folder" && ln -s "{root}/quiver" "$folder/quiver"\n',
}
PATIENCE = 600


def github(path):
    """(environment, [script]) of the job; each step has a shell of its own."""
    job = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]["gauntlet"]
    assert job["defaults"]["run"]["shell"] == "bash", "the steps are written for bash"
    assert any("upload-artifact" in step.get("uses", "") and step["if"] == "always()" for step in job["steps"])
    return job["env"], [step["run"] for step in job["steps"] if "run" in step]


def gitlab(path):
    job = yaml.safe_load(path.read_text(encoding="utf-8"))["gauntlet"]
    assert job["artifacts"]["reports"]["junit"] == "results.xml" and job["artifacts"]["when"] == "always"
    return job["variables"], ["".join(line + "\n" for line in job["before_script"] + job["script"])]


def run(script, folder, environment):
    process = subprocess.Popen(
        ["bash", "--noprofile", "--norc", "-exo", "pipefail", "-c", script], cwd=folder, env=environment,
        start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        output, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        sys.exit(f"{output}\nFAILED: a script did not end")
    return process.returncode, output


def run_job(job, folder, work):
    """The exit code of the first step that fails, or 0; and all that was printed."""
    variables, scripts = job
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}, "HOME": str(work / "home"),
                   "PATH": f"{work / 'stand-ins'}:{os.environ['PATH']}"}
    printed = ""
    for script in scripts:
        code, output = run(script, folder, environment)
        printed += output
        if code != 0:
            return code, printed
    return 0, printed


def project(folder, source, cache):
    folder.mkdir()
    folder.chmod(0o755)  # bots are users of their own where root runs them
    (folder / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
    shutil.copy(source, folder / "my_bot.cpp")
    if cache is not None:
        shutil.copytree(cache, folder / ".quiver", symlinks=True)


def outcome(folder):
    """What results.xml says: how many test cases, and which of them failed."""
    if not (folder / "results.xml").exists():
        return 0, []
    cases = list(xml.etree.ElementTree.parse(folder / "results.xml").getroot().iter("testcase"))
    return len(cases), [case.get("name") for case in cases if len(case) > 0]


def complaint(name, code, found):
    """What is wrong with how a job with this bot went; nothing if it went as it should."""
    cases, failed = found
    if name in ("tutorial", "good"):
        # Ten games at least, and two expectations.
        return None if code == 0 and cases >= 12 and not failed else "it should have passed"
    if name == "weak":
        return None if code == 1 and failed == ["my_bot>=0.1"] else "it should have failed for its score alone"
    return None if code != 0 else "it should have failed"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    examples = {"github": github(root / "deploy/ci/github-actions.yml"), "gitlab": gitlab(root / "deploy/ci/gitlab-ci.yml")}
    lines = {name: "".join(job[1]) for name, job in examples.items()}
    if lines["github"] != lines["gitlab"] or lines["github"].count("\n") < 10:
        sys.exit("FAILED: the two examples do not run the same lines")
    if "install-packages build\n" not in lines["github"]:
        sys.exit("FAILED: the examples install more than it takes to run a bot")
    bots = {"tutorial": root / "bots/example/first_bot.cpp"}
    for name in ("good", "weak", "crashing"):
        bots[name] = root / f"tests/e2e/fixtures/ci_bots/{name}.cpp"
    work = pathlib.Path(tempfile.mkdtemp(prefix="quiver-ci-"))
    work.chmod(0o755)
    cache = None  # as both services keep .quiver from one job to the next
    try:
        for folder in ("home", "stand-ins"):
            (work / folder).mkdir()
        for name, content in STAND_INS.items():
            (work / "stand-ins" / name).write_text(content.format(root=root), encoding="utf-8")
            (work / "stand-ins" / name).chmod(0o755)
        for service, job in examples.items():
            for name, source in bots.items():
                folder = work / f"{service}-{name}"
                project(folder, source, cache)
                code, output = run_job(job, folder, work)
                found = outcome(folder)
                if wrong := complaint(name, code, found):
                    sys.exit(f"{output}\nFAILED: {service}, the {name} bot: {wrong}; exit code {code}, {found[0]} test cases, "
                             f"failed: {found[1]}")
                print(f"{service}, the {name} bot: exit code {code}, {found[0]} test cases, {len(found[1])} failed", flush=True)
                cache = cache or folder / ".quiver"
    finally:
        shutil.rmtree(work, ignore_errors=True)


main()

#!/usr/bin/python3
"""Builds the image of deploy/container/Containerfile by buildah, on a debian:12 made from Debian's mirror.

    image_test.py ROOT BUILD

What is compiled comes from this machine's ccache where it can. The image has to hold what running needs and nothing of
what building needs, and must not run as root.
"""
import pathlib
import sys

from engine import HERE, IMAGE, POSTGRES, Engine
from stage import say

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
CACHE = pathlib.Path.home() / ".cache" / "ccache"


def main():
    engine = Engine(BUILD)
    try:
        engine.make_debian()
        CACHE.mkdir(parents=True, exist_ok=True)
        engine.build(IMAGE, ROOT / "deploy/container/Containerfile", ROOT, "--volume", f"{CACHE}:/root/.cache/ccache")
        say("built", IMAGE)
        engine.build(POSTGRES, HERE / "postgres.Containerfile", HERE)
        say("built a stand-in for", POSTGRES)

        image = engine.inspect(IMAGE)
        settings = image["Config"]
        assert settings["User"] == "10001:10001" and settings["Entrypoint"] == ["quiver"], settings
        # Podman shows it beside the configuration, Docker in it.
        assert image["Healthcheck"]["Test"] == ["CMD", "quiver-health"], image
        said = engine.run("--rm", "--network", "none", "--entrypoint", "/bin/sh", IMAGE, "-c", """
            id -u; quiver bots connect4; dpkg-query -W -f '${Package}\\n'
            find /opt/quiver/bin /opt/quiver/libexec -type f -executable -exec ldd {} + | grep 'not found' || echo all libraries
            for one in gcc g++ cmake ninja make; do command -v $one && echo "$one is there"; done; true""")
        assert said.startswith("10001\n") and "connect4-minimax" in said and "\nall libraries\n" in said, said
        assert " is there" not in said, said
        packages = set(said.split())
        assert {"libpqxx-6.4", "libseccomp2", "python3-protobuf"} <= packages, said
        assert not {one for one in packages if one.endswith("-dev")}, said
        engine.run("--rm", "--network", "none", IMAGE, "frobnicate", code=2)
        size = int(engine.inspect(IMAGE)["Size"])
        debian = int(engine.inspect("localhost/debian:12")["Size"])
        say(f"the image has {size / 1e6:.0f} MB, {(size - debian) / 1e6:.0f} MB of them on top of Debian's {debian / 1e6:.0f}")
    finally:
        engine.close()


if __name__ == "__main__":
    main()

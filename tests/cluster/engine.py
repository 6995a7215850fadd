"""Podman and buildah with storage, networks and settings of the tests' own, below a folder of the build.

Images stay there from run to run; containers and networks do not. No registry is needed: debian:12 is made from Debian's
mirror, and the image of PostgreSQL from it (postgres.Containerfile). runc runs containers, with limits that it can set anywhere.
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from stage import need_root_and, run, say, skip

PROGRAMS = ("podman", "buildah", "runc", "debootstrap", "conmon")
DEBIAN, IMAGE, POSTGRES = "localhost/debian:12", "localhost/quiver:latest", "docker.io/library/postgres:15"
HERE = pathlib.Path(__file__).resolve().parent


class Engine:
    def __init__(self, build):
        """`build` is the folder of the build; storage of images goes into cluster/ there."""
        need_root_and(*PROGRAMS)
        self.folder = build / "cluster"
        self.folder.mkdir(exist_ok=True)
        # The sockets of containers are here, and their paths may not be long. Podman remembers the path with its storage.
        self.temporary = pathlib.Path("/tmp/quiver-pod-" + hashlib.sha256(str(self.folder).encode()).hexdigest()[:8])
        self.temporary.mkdir(exist_ok=True)
        self.store = ["--root", str(self.folder / "storage"), "--runroot", str(self.temporary / "run"),
                      "--storage-driver", self.driver()]
        (self.temporary / "networks").mkdir(exist_ok=True)
        self.podman_words = ["podman", *self.store, "--runtime", "runc", "--cgroup-manager", "cgroupfs", "--tmpdir",
                             str(self.temporary / "libpod"), "--network-config-dir", str(self.temporary / "networks")]
        # Without these podman asks for more than a process may have that was started in a container itself.
        settings = self.temporary / "containers.conf"
        settings.write_text('[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n')
        os.environ["CONTAINERS_CONF"] = str(settings)
        # For programs that call podman by themselves.
        self.wrapper = self.temporary / "podman"
        self.wrapper.write_text("#!/bin/sh\nexec " + " ".join(self.podman_words) + ' "$@"\n')
        self.wrapper.chmod(0o755)

    def driver(self):
        """overlay where the kernel has it; vfs copies whole layers, but works everywhere."""
        chosen = self.folder / "driver"
        if not chosen.exists():
            chosen.write_text("overlay" if "\toverlay\n" in pathlib.Path("/proc/filesystems").read_text() else "vfs")
        return chosen.read_text().strip()

    def podman(self, *words, code=0, **more):
        return run(*self.podman_words, *words, code=code, **more)

    def run(self, *words, **more):
        return self.podman("run", "--pull=never", *words, **more)

    def inspect(self, container):
        return json.loads(self.podman("inspect", container))[0]

    def has(self, image):
        return subprocess.run([*self.podman_words, "image", "exists", image], check=False).returncode == 0

    def need_image(self):
        if not self.has(IMAGE):
            skip(f"there is no {IMAGE}; the test cluster_image makes it")

    def make_debian(self):
        if self.has(DEBIAN):
            return
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            run("debootstrap", "--variant=minbase", "bookworm", f"{place}/root", "http://deb.debian.org/debian", timeout=1800)
            run("tar", "-C", f"{place}/root", "-cf", f"{place}/root.tar", ".")
            self.podman("import", f"{place}/root.tar", DEBIAN)
        say("made", DEBIAN, "from Debian's mirror")

    def build(self, tag, containerfile, context, *words):
        run("buildah", *self.store, "bud", "--isolation", "chroot", "--pull-never", "--format", "docker", "--layers",
            "--build-arg", f"DEBIAN={DEBIAN}", *words, "-f", containerfile, "-t", tag, context, timeout=5000)

    def close(self):
        """Removes containers, pods and networks, and what belongs to this run alone."""
        for words in (["pod", "rm", "--all", "--force", "--time", "2"], ["rm", "--all", "--force", "--time", "2"],
                      ["volume", "prune", "--force"], ["network", "prune", "--force"], ["secret", "rm", "--all"]):
            subprocess.run([*self.podman_words, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        subprocess.run(["umount", "--lazy", str(self.folder / "storage" / self.driver())], stderr=subprocess.DEVNULL, check=False)
        shutil.rmtree(self.temporary, ignore_errors=True)


def in_a_network_of_our_own(arguments):
    """Starts this program again where the networks of containers change nothing on this machine."""
    if os.environ.get("QUIVER_OWN_NETWORK"):
        return
    if os.getuid() == 0 and shutil.which("unshare") and shutil.which("ip"):
        os.environ["QUIVER_OWN_NETWORK"] = "1"
        os.execvp("unshare", ["unshare", "--net", "--mount", "--propagation", "private", "sh", "-c",
                              'ip link set lo up && exec "$@"', "sh", "/usr/bin/python3", "-B", *arguments])
    skip("only root can give containers networks of their own, with unshare and ip")

#!/usr/bin/python3
"""Archives that are submitted: whole ones, and those that attack whoever unpacks them.

    admit_archives_test.py QUIVER

What is unpacked well is refused all the same, because it is of a kind that is not accepted: so nothing has to be played,
except once.
"""
import gzip
import io
import json
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
import zlib

QUIVER = sys.argv[1]
BOT = b"from quiver import Bot, run_bot\nimport helper\nclass MyBot(Bot):\n" \
      b"    def choose(self, position, deadline):\n        return helper.pick(position)\nrun_bot(MyBot())\n"
HELPER = b"def pick(position):\n    return next(position.legal_moves())\n"
PASSED = "this is a bot of the kind python; accepted here are so"


def tar_member(name, content=b"", kind=tarfile.REGTYPE, link="", mode=0o644):
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, link, mode
    info.size = len(content) if kind == tarfile.REGTYPE else 0
    return info, content


class Archives(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quiver-archives-"))
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", self.folder], check=True))

    def admit(self, path, *options):
        """The exit code and the verdict. Nothing of it may be left."""
        before = set(os.listdir(self.folder))
        done = subprocess.run([QUIVER, "admit", "--json", path, *options], capture_output=True, timeout=120,
                              env={**os.environ, "TMPDIR": str(self.folder)})
        self.assertEqual(set(os.listdir(self.folder)), before, "something is left")
        self.assertEqual(done.stderr, b"")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([line for line in lines[:-1] if "verdict" in line], [])
        return done.returncode, lines[-1]

    def refused(self, path, why, *options):
        code, verdict = self.admit(path, "--accept", "so", *options)
        self.assertEqual((code, verdict["verdict"]), (1, "refused"), verdict)
        self.assertIn(why, verdict["sentence"])

    def tar(self, *members, name="bot.tar", mode="w", form=tarfile.PAX_FORMAT):
        path = self.folder / name
        with tarfile.open(path, mode, format=form) as out:
            for info, content in members:
                out.addfile(info, io.BytesIO(content))
        return path

    def zip(self, *members, name="bot.zip", method=zipfile.ZIP_DEFLATED):
        path = self.folder / name
        with zipfile.ZipFile(path, "w", method) as out:
            for info, content in members:
                out.writestr(info, content, method)
        return path

    def both(self, name, why):
        """A file of this name, in archives of all formats."""
        for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            self.refused(self.tar(tar_member("a.py"), tar_member(name, b"x"), form=form), why)
        self.refused(self.zip((zipfile.ZipInfo("a.py"), ""), (zipfile.ZipInfo(name), "x")), why)

    def test_every_format_is_unpacked(self):
        members = [tar_member("bot", kind=tarfile.DIRTYPE, mode=0o755), tar_member("bot/main.py", BOT),
                   tar_member("bot/helper.py", HELPER), tar_member("bot/" + "n" * 150 + ".txt", b"1"),
                   tar_member("bot/Équipe 4.txt", b"2"), tar_member("bot/.git/config", b"3")]
        whole = {"bot.tar": "w", "bot.tar.gz": "w:gz", "bot.tgz": "w:gz"}
        paths = [self.tar(*members, name=name, mode=mode) for name, mode in whole.items()]
        paths.append(self.tar(*members, name="gnu.tar", form=tarfile.GNU_FORMAT))
        files = [(info.name, content) for info, content in members if info.isreg()]
        paths.append(self.zip(*files))
        paths.append(self.zip(*files, name="stored.zip", method=zipfile.ZIP_STORED))
        bundles = set()
        for path in paths:
            self.refused(path, PASSED)
        for path in (paths[1], paths[-2]):
            code, verdict = self.admit(path, "--game", "connect4", "--clock", "20m")
            self.assertEqual(code, 0, verdict)
            self.assertEqual(verdict["kind"], "python")
            bundles.add(verdict["bundle"])
        self.assertEqual(len(bundles), 1, "the same files are the same bundle, whatever they came in")

    def test_names_that_lead_elsewhere(self):
        self.both("/tmp/quiver-was-here", "absolute path")
        self.both("../quiver-was-here", "leads out")
        self.both("a/../../quiver-was-here", "leads out")
        self.both("a/b/../../../quiver-was-here", "leads out")
        self.assertFalse(os.path.exists("/tmp/quiver-was-here"))

    def test_names_that_cannot_be_shown(self):
        self.both("a\x1b[2Jb", "control characters")
        self.both("a\nb", "control characters")
        self.both("a\u202egpj.py", "control characters")
        self.refused(self.zip((zipfile.ZipInfo("x/" * 17 + "a.py"), "")), "folders deep")
        self.refused(self.tar(tar_member("n" * 201)), "too long")
        self.refused(self.tar(tar_member("n" * 200 + "/" + "m" * 99 + "/" + "o" * 3_000)), "too long")

    def test_names_that_are_no_utf8(self):
        info, content = tar_member("a.py", b"x")
        raw = bytearray(info.tobuf(tarfile.USTAR_FORMAT))
        raw[0] = 0xFF
        raw[148:156] = b" " * 8
        raw[148:156] = b"%06o\0 " % sum(raw)
        path = self.folder / "raw.tar"
        path.write_bytes(bytes(raw) + content.ljust(512, b"\0") + b"\0" * 1024)
        self.refused(path, "UTF-8")

    def test_links_and_devices(self):
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
            for target in ("/etc/passwd", "a.py", "../..", "."):
                self.refused(self.tar(tar_member("a.py"), tar_member("b", kind=kind, link=target)), "is a link")
        # and what is written through a link
        self.refused(self.tar(tar_member("out", kind=tarfile.SYMTYPE, link=str(self.folder)),
                              tar_member("out/through", b"x")), "is a link")
        for kind in (tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE):
            self.refused(self.tar(tar_member("null", kind=kind)), "neither a file nor a folder")
        link = zipfile.ZipInfo("b")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        self.refused(self.zip((zipfile.ZipInfo("a.py"), ""), (link, "/etc/passwd")), "is a link")

    def test_names_that_come_twice(self):
        self.refused(self.tar(tar_member("a.py", b"1"), tar_member("./a.py", b"2")), "is in it twice")
        self.refused(self.tar(tar_member("a", b"1"), tar_member("a/b.py", b"2")), "is in it twice")
        with self.assertWarns(UserWarning):
            path = self.zip((zipfile.ZipInfo("a.py"), "1"), (zipfile.ZipInfo("a.py"), "2"))
        self.refused(path, "is in it twice")

    def test_too_many_files(self):
        self.refused(self.zip(*((zipfile.ZipInfo(f"{k}.py"), "") for k in range(2001))), "more than 2000 files")
        self.refused(self.tar(*(tar_member("a", kind=tarfile.DIRTYPE) for _ in range(9000))), "more than 2000 files")

    def bomb(self, path, why):
        """Refused at once: in little memory, time and space."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.refused(path, why)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 10)
        # 512-byte blocks written by the program and what it waited for: the bomb is not unpacked
        self.assertLess(after.ru_oublock - before.ru_oublock, (96 << 20) // 512)

    def test_bombs(self):
        gigabyte = (b"\0" * (1 << 20) for _ in range(1 << 10))
        # a gigabyte that says how large it is
        info, _ = tar_member("zeros.py")
        info.size = 1 << 30
        path = self.folder / "bomb.tar.gz"
        with gzip.open(path, "wb", compresslevel=1) as out:
            out.write(info.tobuf())
            for piece in gigabyte:
                out.write(piece)
        self.bomb(path, "is larger than 32 MB")
        # many files, each of which is small enough
        with tarfile.open(path, "w:gz", compresslevel=1) as out:
            for k in range(60):
                info, content = tar_member(f"{k}.py", b"\0" * (1 << 20))
                out.addfile(info, io.BytesIO(content))
        self.bomb(path, "times its size")
        # one that lies about its size
        self.bomb(self.lying_zip(300 << 20), "the archive ")
        # an archive in archives in archives
        content = b"\0" * (200 << 20)
        for _ in range(5):
            content = gzip.compress(content, 9)
        path.write_bytes(content)
        self.bomb(path, "no files in it")

    def lying_zip(self, size):
        """One entry of zeros that claims to have ten bytes."""
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = b"".join(packer.compress(b"\0" * (1 << 20)) for _ in range(size >> 20)) + packer.flush()
        name = b"a.py"
        common = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0x21, 0, len(packed), 10, len(name), 0)
        local = b"PK\3\4" + common + name + packed
        central = b"PK\1\2" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0o100644 << 16, 0) + name
        path = self.folder / "lying.zip"
        path.write_bytes(local + central + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0))
        return path

    def test_unusual_archives(self):
        self.refused(self.zip((zipfile.ZipInfo("a.py"), "x"), method=zipfile.ZIP_LZMA), "unusual way")
        self.refused(self.zip((zipfile.ZipInfo("a.py"), "x"), method=zipfile.ZIP_BZIP2), "unusual way")
        encrypted = bytearray(self.zip((zipfile.ZipInfo("a.py"), "x")).read_bytes())
        encrypted[6] |= 1
        encrypted[encrypted.index(b"PK\1\2") + 8] |= 1
        path = self.folder / "encrypted.zip"
        path.write_bytes(encrypted)
        self.refused(path, "encrypted")
        for name, content in (("empty.zip", b""), ("text.tar", b"no archive\n" * 100), ("half.tgz", gzip.compress(b"x" * 99)[:-9]),
                              ("elf.zip", pathlib.Path(QUIVER).read_bytes()[:100_000])):
            path = self.folder / name
            path.write_bytes(content)
            self.refused(path, "the archive cannot be read")
        half = self.tar(tar_member("main.py", BOT * 100), name="cut.tar")
        half.write_bytes(half.read_bytes()[:2000])
        self.refused(half, "the archive cannot be read")
        self.refused(self.tar(tar_member("a.py", os.urandom(2000)), name="large.tgz", mode="w:gz"), "larger than 1024 bytes",
                     "--max-size", "1K")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)

#!/usr/bin/python3
"""The teams' part of the page's API on a real ladder: who may do what, and everything that somebody may try instead.

    team_api_test.py QUIVER [unittest's options]
"""
import json
import pathlib
import re
import socket
import tempfile
import unittest

from web_client import Quiver, WebSocket, ask, connect, read_answer, request_bytes, say, upgrade_status
from web_daemon import main, program

OWN = {"quiver-request": "1"}
MIB = 1 << 20
TOKENS = {"ann": "ann-token-0123456789", "bob": "bob-token-0123456789", "boss": "boss-token-0123456789"}
BROKEN = b"import quiver_sdk\n\nthis is no Python\n"


class Browser:
    """Somebody with a cookie jar, at an address of their own, so that nobody is paused for another's guesses."""

    def __init__(self, quiver, last=1):
        self.quiver, self.cookie = quiver, None
        self.address = f"127.0.0.{last}"

    def say(self, data):
        one = socket.socket()
        one.settimeout(240)
        one.bind((self.address, 0))
        one.connect(self.quiver.address)
        with one, one.makefile("rb") as stream:
            try:
                one.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has answered already
            return read_answer(stream)

    def ask(self, method, path, value=None, headers=OWN, body=None, kind="application/json"):
        given = {"origin": f"http://{self.quiver.url}", **headers}
        if self.cookie:
            given["cookie"] = self.cookie
        if body is None and method == "POST":
            body = json.dumps(value or {}).encode()
        if body:
            given["content-type"] = kind
        answer = self.say(request_bytes(self.quiver, method, path, given, body or b""))
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, value=None, **rest):
        return self.ask("POST", path, value, **rest)

    def sign_in(self, name):
        answer = self.post("/api/v1/session", {"token": TOKENS[name]})
        assert answer.status == 200, answer.body
        return answer

    def submit(self, body, file="my_bot.py", **rest):
        return self.ask("POST", f"/api/v1/submissions?file={file}", body=body, kind="application/octet-stream", **rest)


class TeamApi(unittest.TestCase):
    """Tests on one ladder."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(cls.folder.name)
        (path / "tokens").write_text("".join(f"{name} {token}{' admin' if name == 'boss' else ''}\n" for name, token in TOKENS.items()))
        cls.quiver = Quiver(program(), "ladder", "connect4", "--store", str(path / "ladder.db"), "--tokens", str(path / "tokens"),
                            "--accept", "python,cpp", "--max-size", "1M", "--submit-rate", "100", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0",
                            "--move-time", "500ms")
        cls.quiver.await_line("err", r"runs at quiver://")

    @classmethod
    def tearDownClass(cls):
        with cls.quiver:
            code = cls.quiver.stop()
        cls.folder.cleanup()
        if code != 128 + 15:
            raise AssertionError(f"it ended with {code}: {cls.quiver.text('err')}")

    def tearDown(self):
        self.assertEqual(ask(self.quiver, "/healthz").body, b"ok\n")

    def browser(self, last=1, name=None):
        one = Browser(self.quiver, last)
        if name:
            one.sign_in(name)
        return one

    def assert_refused(self, answer, status):
        self.assertEqual(answer.status, status, answer.body)
        self.assertTrue(answer.json()["sentence"])

    # --- sessions

    def test_a_session(self):
        ann = self.browser()
        self.assert_refused(ann.get("/api/v1/me"), 401)
        answer = ann.sign_in("ann")
        self.assertRegex(answer.headers["set-cookie"], r"^quiver_session=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Strict$")
        self.assertNotIn(TOKENS["ann"].encode(), answer.body)
        me = ann.get("/api/v1/me").json()
        self.assertEqual((me["id"], me["admin"], me["accepts"], me["maxSize"]), ("ann", False, ["python", "cpp"], MIB))
        old = ann.cookie
        self.assertEqual(ann.post("/api/v1/session/end").status, 200)
        ann.cookie = old
        self.assert_refused(ann.get("/api/v1/me"), 401)

    def test_session_fixation(self):
        victim = self.browser()
        planted = "quiver_session=" + "f" * 64
        victim.cookie = planted
        victim.sign_in("ann")
        self.assertNotEqual(victim.cookie, planted)
        attacker = self.browser()
        attacker.cookie = planted
        self.assert_refused(attacker.get("/api/v1/me"), 401)
        # A session that the attacker has begun ends when the victim signs in with it.
        attacker.sign_in("bob")
        victim.cookie = attacker.cookie
        victim.sign_in("ann")
        self.assert_refused(attacker.get("/api/v1/me"), 401)
        self.assertEqual(victim.get("/api/v1/me").json()["id"], "ann")
        # Of two cookies neither counts: one of them is somebody else's.
        victim.cookie += "; " + planted
        self.assert_refused(victim.get("/api/v1/me"), 401)

    def test_cookies_that_are_none(self):
        one = self.browser()
        for cookie in ("quiver_session=", "quiver_session=\xff", "quiver_session=" + "a" * 4000, ";;;", "=", "quiver_session=../../x"):
            one.cookie = cookie
            self.assert_refused(one.get("/api/v1/me"), 401)

    # --- other sites

    CHANGES = ("/api/v1/session", "/api/v1/session/end", "/api/v1/join", "/api/v1/join/check", "/api/v1/withdraw", "/api/v1/challenges",
               "/api/v1/versions/1/activate", "/api/v1/submissions?file=x.py", "/api/v1/admin/invitations", "/api/v1/admin/announcement",
               "/api/v1/admin/teams/ann/disqualify", "/api/v1/admin/teams/ann/reinstate", "/api/v1/admin/invitations/abcdef01/revoke")

    def test_cross_site_requests(self):
        boss = self.browser(name="boss")
        for path in self.CHANGES:
            self.assert_refused(boss.post(path, headers={}), 403)
            for origin in ("http://evil.example", "null", f"https://{self.quiver.url}", "http://127.0.0.1:1"):
                self.assert_refused(boss.post(path, headers={**OWN, "origin": origin}), 403)
        # What a form can send has another type.
        for kind in ("text/plain", "application/x-www-form-urlencoded"):
            self.assert_refused(boss.post("/api/v1/admin/announcement", {"text": "x"}, kind=kind), 415)
        self.assertEqual(boss.get("/api/v1/notice").json()["announcement"], "")
        self.assertEqual(boss.get("/api/v1/me").json()["id"], "boss")

    def test_other_sites_cannot_listen(self):
        ann = self.browser(name="ann")
        self.assertEqual(upgrade_status(self.quiver, "/ws/me"), 401)
        self.assertEqual(upgrade_status(self.quiver, "/ws/me", {"cookie": ann.cookie, "origin": "http://evil.example"}), 403)
        with WebSocket(self.quiver, "/ws/me", {"cookie": ann.cookie}) as live:
            self.assertEqual(live.receive()["me"]["id"], "ann")
            ann.post("/api/v1/session/end")
            self.assertEqual(live.rest()[1], 1008)

    # --- guesses

    def guess_until_paused(self, guess, wrong):
        """Guesses until the pause is long enough for the next question to fall into it, however busy the machine is."""
        answers = []
        while len(answers) < 100_000:
            answer = guess(len(answers))
            answers.append(answer.status)
            if answer.status == 429 and int(re.search(r"in (\d+) s", answer.json()["sentence"])[1]) >= 4:
                break
        self.assertEqual(set(answers), {wrong, 429})
        self.assertEqual(answers[:4], [wrong] * 4)
        self.assertLess(answers.count(wrong), 12)

    def test_guessed_tokens_pause_the_address(self):
        guesser = self.browser(last=11)
        self.guess_until_paused(lambda k: guesser.post("/api/v1/session", {"token": f"guess-{k}"}), 403)
        self.assert_refused(guesser.post("/api/v1/session", {"token": TOKENS["ann"]}), 429)
        self.assert_refused(guesser.ask("GET", "/api/v1/me", headers={"authorization": f"Bearer {TOKENS['ann']}"}), 429)
        self.assertEqual(self.browser(last=12).sign_in("ann").status, 200)

    def test_guessed_links_pause_the_address(self):
        boss = self.browser(name="boss")
        key = boss.post("/api/v1/admin/invitations", {"display": "Late"}).json()["key"]
        guesser = self.browser(last=13)
        self.assertFalse(guesser.post("/api/v1/join/check", {"key": "0" * 32}).json()["valid"])
        self.guess_until_paused(lambda k: guesser.post("/api/v1/join/check", {"key": f"{k:032x}"}), 200)
        self.assert_refused(guesser.post("/api/v1/join/check", {"key": key}), 429)
        self.assert_refused(guesser.post("/api/v1/join", {"key": key, "id": "late"}), 429)

    def test_guesses_beside_a_large_body_are_counted_too(self):
        guesser = self.browser(last=14)
        head = {"content-length": str(MIB), "content-type": "application/octet-stream"}
        target = "/api/v1/submissions?file=x.py"
        self.guess_until_paused(lambda k: guesser.say(request_bytes(self.quiver, "POST", target, {**head, "authorization": f"Bearer guess-{k}"})), 403)
        data = request_bytes(self.quiver, "POST", "/api/v1/submissions?file=x.py", {**head, "authorization": f"Bearer {TOKENS['ann']}"})
        self.assert_refused(guesser.say(data), 429)

    # --- invitations

    def test_an_invitation(self):
        boss = self.browser(name="boss")
        made = boss.post("/api/v1/admin/invitations", {"display": "Équipe 4", "hours": 24}).json()
        self.assertEqual(made["link"], f"http://{self.quiver.url}/join#{made['key']}")
        eve = self.browser()
        check = eve.post("/api/v1/join/check", {"key": made["key"]}).json()
        self.assertEqual((check["valid"], check["display"]), (True, "Équipe 4"))
        for name in ("", "a b", "<b>", "ann", "../x", "é" * 10, "x" * 33):
            self.assertGreaterEqual(eve.post("/api/v1/join", {"key": made["key"], "id": name, "display": "x"}).status, 400, name)
        joined = eve.post("/api/v1/join", {"key": made["key"], "id": "eve", "display": "Équipe 4"})
        self.assertEqual(joined.status, 200, joined.body)
        token = joined.json()["token"]
        me = eve.get("/api/v1/me").json()
        self.assertEqual((me["id"], me["display"]), ("eve", "Équipe 4"))
        # It is used up; the token works elsewhere.
        self.assert_refused(self.browser(last=21).post("/api/v1/join", {"key": made["key"], "id": "eve2"}), 404)
        elsewhere = self.browser(last=22)
        self.assertEqual(elsewhere.ask("GET", "/api/v1/me", headers={"authorization": f"Bearer {token}"}).json()["id"], "eve")
        self.assertEqual(elsewhere.post("/api/v1/session", {"token": token}).status, 200)

    def test_a_revoked_invitation(self):
        boss = self.browser(name="boss")
        made = boss.post("/api/v1/admin/invitations", {"display": "Never"}).json()
        listed = next(one for one in boss.get("/api/v1/admin/invitations").json()["invitations"] if one["display"] == "Never")
        self.assertNotIn(made["key"], json.dumps(listed), "the key is shown once")
        self.assertEqual(boss.post(f"/api/v1/admin/invitations/{listed['hash']}/revoke").status, 200)
        self.assertFalse(self.browser(last=23).post("/api/v1/join/check", {"key": made["key"]}).json()["valid"])

    # --- others' things

    def test_a_team_sees_and_does_nothing_of_administrators_and_other_teams(self):
        ann, bob = self.browser(name="ann"), self.browser(name="bob")
        number = ann.submit(BROKEN).json()["version"]["number"]
        for path in ("/api/v1/admin/teams", "/api/v1/admin/audit", "/api/v1/admin/invitations", f"/api/v1/admin/teams/ann/submissions/{number}"):
            self.assert_refused(bob.get(path), 403)
            self.assert_refused(self.browser().get(path), 401)
        for path in ("/api/v1/admin/invitations", "/api/v1/admin/announcement", "/api/v1/admin/teams/ann/disqualify"):
            self.assert_refused(bob.post(path, {"why": "x", "text": "x"} if "invit" not in path else {}), 403)
        # Its own number is another submission, or none.
        self.assertGreaterEqual(bob.get(f"/api/v1/submissions/{number + 50}").status, 400)
        self.assertIn(bob.get("/api/v1/games/ladder-1/logs").status, (403, 404))
        self.assert_refused(self.browser().get("/api/v1/games/ladder-1/logs"), 401)
        boss = self.browser(name="boss")
        self.assertEqual(boss.get(f"/api/v1/admin/teams/ann/submissions/{number}").status, 200)

    # --- submissions

    def test_a_broken_bot_is_refused_with_a_report_that_comes_live(self):
        carol = self.joined("carol", "Carol")
        with WebSocket(self.quiver, "/ws/me", {"cookie": carol.cookie}) as live:
            self.assertEqual(live.receive()["me"]["versions"], [])
            answer = carol.submit(BROKEN)
            self.assertEqual(answer.status, 202, answer.body)
            number = answer.json()["version"]["number"]
            self.assertEqual(number, 1)
            settled = live.until(lambda message: message.get("submission", {}).get("version", {}).get("state") == "REFUSED")
            self.assertIn("my_bot.py", settled["submission"]["report"])
        read = carol.get("/api/v1/submissions/1").json()
        self.assertEqual(read["report"], settled["submission"]["report"])
        me = carol.get("/api/v1/me").json()
        self.assertEqual([(one["number"], one["state"], one["active"]) for one in me["versions"]], [(1, "REFUSED", False)])
        self.assertGreaterEqual(carol.post("/api/v1/versions/1/activate").status, 400)
        self.assertGreaterEqual(carol.post("/api/v1/versions/7/activate").status, 400)

    def joined(self, name, display):
        key = self.browser(name="boss").post("/api/v1/admin/invitations", {"display": display}).json()["key"]
        one = self.browser()
        answer = one.post("/api/v1/join", {"key": key, "id": name, "display": display})
        self.assertEqual(answer.status, 200, answer.body)
        return one

    def test_submissions_that_are_too_large(self):
        ann = self.joined("large", "Large")
        target = "/api/v1/submissions?file=x.py"
        head = {**OWN, "cookie": ann.cookie, "origin": f"http://{self.quiver.url}", "content-type": "application/octet-stream"}
        self.assert_refused(say(self.quiver, request_bytes(self.quiver, "POST", target, {**head, "content-length": str(MIB + 1)})), 413)
        chunked = request_bytes(self.quiver, "POST", target, {**head, "transfer-encoding": "chunked"})
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        self.assert_refused(say(self.quiver, chunked + chunk * (MIB // 0x10000 + 1) + b"0\r\n\r\n"), 413)
        # Strangers bring nothing at all.
        self.assert_refused(say(self.quiver, request_bytes(self.quiver, "POST", target, {**OWN, "content-length": "100000"})), 401)
        self.assert_refused(ann.post("/api/v1/challenges", {"opponent": "x" * 20000}), 413)

    def test_strangers_keep_no_team_from_submitting(self):
        ann = self.joined("frank", "Frank")
        head = request_bytes(self.quiver, "POST", "/api/v1/replay", {"expect": "100-continue", "content-length": str(MIB)})
        some = []
        try:
            for _ in range(8):
                some.append(connect(self.quiver))
                some[-1].sendall(head)
                self.assertTrue(some[-1].recv(100).startswith(b"HTTP/1.1 100 "))
            self.assertEqual(say(self.quiver, head).status, 503)
            answer = ann.submit(b"#" * 100_000, file="long.py")  # larger than what counts as short
            self.assertEqual(answer.status, 202, answer.body)
        finally:
            for one in some:
                one.close()

    def test_one_upload_at_a_time(self):
        ann = self.joined("grace", "Grace")
        head = {**OWN, "cookie": ann.cookie, "origin": f"http://{self.quiver.url}", "content-type": "application/octet-stream",
                "content-length": "100000", "expect": "100-continue"}
        data = request_bytes(self.quiver, "POST", "/api/v1/submissions?file=x.py", head)
        with connect(self.quiver) as first:
            first.sendall(data)
            begun = first.recv(200)
            self.assertTrue(begun.startswith(b"HTTP/1.1 100 "), begun)
            self.assert_refused(say(self.quiver, data), 503)

    def test_names_with_markup(self):
        ann = self.browser(name="ann")
        for name in ("%3Cimg%20src=x%3E.py", "..%2F..%2Fetc%2Fpasswd", "%E2%80%AEyp.tob", ""):
            answer = ann.submit(BROKEN, file=name)
            self.assertIn(answer.headers["content-type"], ("application/json",))
            self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
        boss = self.browser(name="boss")
        text = "\"><script>alert(1)</script>"
        self.assertEqual(boss.post("/api/v1/admin/announcement", {"text": text}).status, 200)
        page = ask(self.quiver, "/").body.decode()
        self.assertNotIn("<script>alert", page)
        self.assertIn("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;", page)
        self.assertEqual(ask(self.quiver, "/api/v1/notice").json()["announcement"], text)
        boss.post("/api/v1/admin/announcement", {"text": ""})
        self.assertNotIn("alert", ask(self.quiver, "/").body.decode())

    # --- administrators

    def test_disqualified_and_back_and_what_was_done(self):
        boss, dave = self.browser(name="boss"), self.joined("dave", "Dave")
        self.assertEqual(boss.post("/api/v1/admin/teams/dave/disqualify", {"why": "<b>copied</b>"}).status, 200)
        me = dave.get("/api/v1/me").json()
        self.assertEqual((me["state"], me["note"]), ("TEAM_DISQUALIFIED", "<b>copied</b>"))
        self.assertGreaterEqual(dave.submit(BROKEN).status, 400)
        self.assertEqual(boss.post("/api/v1/admin/teams/dave/reinstate").status, 200)
        self.assertEqual(dave.get("/api/v1/me").json()["state"], "TEAM_ACTIVE")
        self.assertGreaterEqual(boss.post("/api/v1/admin/teams/nobody/disqualify", {"why": "x"}).status, 400)
        entries = boss.get("/api/v1/admin/audit?most=200").json()["entries"]
        done = [(one["who"], one["subject"]) for one in entries if "copied" in one["detail"]]
        self.assertEqual(done, [("boss", "dave")])
        rows = {one["id"]: one for one in boss.get("/api/v1/admin/teams").json()["teams"]}
        self.assertEqual((rows["dave"]["display"], rows["dave"]["state"], rows["dave"]["joined"]), ("Dave", "TEAM_ACTIVE", True))

    def test_bodies_that_are_no_messages(self):
        boss = self.browser(name="boss")
        for body in (b"{", b"[]", b"\"x\"", b"{\"unknown\":1}", b"\xff", b"{\"text\":\"\\ud800\"}"):
            self.assertEqual(boss.ask("POST", "/api/v1/admin/announcement", body=body).status, 400, body)
        self.assert_refused(boss.get("/api/v1/withdraw"), 405)
        self.assert_refused(boss.get("/api/v1/submissions/x"), 404)


if __name__ == "__main__":
    main()

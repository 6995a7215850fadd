// Builds that attack whoever builds them: docs/operate/security.md says what they must not achieve.
#include <filesystem>
#include <poll.h>

#include "tests/e2e/admit_stage.hpp"
#include "tests/e2e/loopback_listener.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;

namespace {

class HostileBuild : public AdmitStage {
 protected:
  Admitted build(const std::vector<std::string>& commands, const Arguments& options = {}) {
    return admit(Arguments{makefile_of("hostile-" + std::to_string(++builds_), commands)} + options +
                 small_amazons());
  }

 private:
  int builds_ = 0;
};

// Sends an archive of its own to where the result goes.
const std::string kResult = " > /dev/tcp/127.0.0.1/$${QUIVER_ADDRESS##*:}";

}  // namespace

TEST_F(HostileBuild, ReadsNothingOfThisMachine) {
  const std::string secret = file("secret", "the secret of this test\n");
  fs::permissions(secret, fs::perms(0644));
  const Admitted done = build({"-cat " + secret + " /etc/shadow /root/.bashrc /proc/1/environ",
                               "-ls -la / /root /home /var " + folder(), "-env",
                               "-cat /submission/../../" + secret, "-mount; ls /proc", "echo that was all"});
  expect_refused(done, "the build made no player");
  EXPECT_TRUE(contains(done.lines, "build: that was all")) << done.lines;
  EXPECT_FALSE(contains(done.lines, "the secret of this test")) << done.lines;
  EXPECT_FALSE(contains(done.lines, "root:")) << done.lines;
  EXPECT_FALSE(contains(done.lines, "/root/.bashrc: P")) << done.lines;
  EXPECT_FALSE(contains(done.lines, "TMPDIR=" + folder())) << done.lines;
  EXPECT_TRUE(contains(done.lines, "cat: /etc/shadow: No such file or directory")) << done.lines;
}

TEST_F(HostileBuild, ReachesNoNetwork) {
  const LoopbackListener listener;
  const std::string port = std::to_string(listener.port());
  const Admitted done =
      build({"-exec 3<>/dev/tcp/127.0.0.1/" + port + " && echo it is connected",
             "-exec 3<>/dev/tcp/192.0.2.1/80 && echo it is connected", "-echo it has tried"});
  expect_refused(done, "the build made no player");
  EXPECT_TRUE(contains(done.lines, "build: it has tried")) << done.lines;
  EXPECT_FALSE(contains(done.lines, "build: it is connected")) << done.lines;
  pollfd visitor{listener.descriptor(), POLLIN, 0};
  EXPECT_EQ(poll(&visitor, 1, 0), 0);
}

TEST_F(HostileBuild, WritesNothingOfThisMachine) {
  const std::string precious = file("precious", "before\n");
  fs::permissions(precious, fs::perms(0666));
  const Admitted done = build({"-echo after > " + precious,
                               "-touch /usr/quiver-was-here /submission/quiver-was-here "
                               "/etc/quiver-was-here",
                               "-rm -rf /submission /usr/bin/cc", "echo that was all"});
  expect_refused(done, "the build made no player");
  EXPECT_EQ(content_of_file(precious), "before\n");
  EXPECT_FALSE(fs::exists("/usr/quiver-was-here"));
  EXPECT_TRUE(fs::exists("/usr/bin/cc"));
}

TEST_F(HostileBuild, ForksNotWithoutEnd) {
  const Admitted done = build({"f() { f | f & }; f; sleep 1000"}, {"--build-time", "20s"});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_EQ(done.verdict.verdict, "refused");
  EXPECT_TRUE(eventually([this] { return processes().empty(); }));
}

TEST_F(HostileBuild, WritesNotWithoutEnd) {
  expect_refused(build({"yes > big"}, {"--build-memory", "128M"}), "the build ");
  expect_refused(build({"while true; do : > f$$((n++)); done; true"}, {"--build-time", "5s"}), "the build ");
  const Admitted loud = build({"yes"});
  expect_refused(loud, "the build printed more than 16 MB");
  EXPECT_LT(loud.out.size(), std::size_t{4} << 20U);
}

TEST_F(HostileBuild, TakesNoMoreMemoryThanItMay) {
  expect_refused(build({"yes | head -c 1G | tail -c 900M > /dev/null"}, {"--build-memory", "128M"}),
                 "the build ");
}

TEST_F(HostileBuild, RunsNotForEver) {
  expect_refused(build({"sleep 1000"}, {"--build-time", "1s"}), "the build took longer than 1s");
  expect_refused(build({"while true; do :; done"}, {"--build-cpu", "1s"}), "CPU limit of 1s");
}

TEST_F(HostileBuild, LeavesNoDaemon) {
  const Admitted done = build({"setsid sleep 1000 < /dev/null > /dev/null 2>&1 &",
                               "(trap '' TERM HUP INT; sleep 1000) &", "echo it left two"});
  expect_refused(done, "the build made no player");
  EXPECT_TRUE(contains(done.lines, "build: it left two")) << done.lines;
  EXPECT_TRUE(eventually([this] { return processes().empty(); }));
}

TEST_F(HostileBuild, PassesNoLinkOff) {
  expect_refused(build({"ln -s /etc/passwd player.so"}), "the build made no player");
  // nor in an archive that it sends itself
  const Admitted link = build({"ln -s /etc/passwd player.so; tar -c player.so" + kResult});
  expect_refused(link, "what the build made cannot be taken: \"player.so\" is a link");
  EXPECT_FALSE(contains(link.out, "root:")) << link.out;
  const Admitted hard = build({"echo > a; ln a b; tar -c a b" + kResult});
  expect_refused(hard, "what the build made cannot be taken: \"b\" is a link");
}

TEST_F(HostileBuild, GetsNothingOutOfItsFolder) {
  const Admitted up = build({"echo x > x; tar -c --transform=s,x,../../up.so, x" + kResult});
  expect_refused(up, "leads out");
  const Admitted root = build({"echo x > x; tar -c -P --transform=s,x,/tmp/up.so, x" + kResult});
  expect_refused(root, "absolute");
  EXPECT_FALSE(fs::exists("/tmp/up.so"));
  const Admitted much = build({"yes" + kResult}, {"--build-time", "60s"});
  expect_refused(much, "the build made more than 64 MB");
  const Admitted junk = build({"head -c 100000 /dev/urandom" + kResult});
  expect_refused(junk, "what the build made cannot be taken: ");
}

}  // namespace quiver::tests

// Two sessions of TLS that talk through strings.
#include "client_sdk/wire/tls.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/e2e/certificates.hpp"

namespace quiver::tests {

namespace {

namespace fs = std::filesystem;

class Tls : public testing::Test {
 protected:
  Tls() {
    std::string pattern = (fs::temp_directory_path() / "quiver-tls-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Tls() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& content, int rights = 0600) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::trunc) << content;
    fs::permissions(path, static_cast<fs::perms>(rights));
    return path;
  }
  wire::TlsServer server(const Certified& certified) {
    return wire::TlsServer::load(file("cert", certified.certificate), file("key", certified.key)).value();
  }
  wire::TlsClient client(const std::string& authorities) {
    return wire::TlsClient::make(file("ca", authorities)).value();
  }

  // Carries bytes to and fro until nobody has anything to say. The client's complaint, empty if it has none.
  static std::string meet(wire::TlsSession& client, wire::TlsSession& server) {
    std::string plain;
    while (true) {
      std::string there;
      std::string back;
      client.take_output(there);
      const auto heard = server.receive(there, plain);
      server.take_output(back);
      const auto answered = client.receive(back, plain);
      if (!answered) return answered.error().sentence;
      if (!heard || (there.empty() && back.empty())) return "";
    }
  }
  std::string verdict(const Certified& certified, const std::string& authorities,
                      const std::string& host = "localhost") {
    const wire::TlsServer referee = server(certified);
    wire::TlsSession theirs = referee.accept();
    wire::TlsSession ours = client(authorities).connect(host);
    const std::string complaint = meet(ours, theirs);
    EXPECT_EQ(complaint.empty(), ours.established() && theirs.established()) << complaint;
    return complaint;
  }

  std::string folder_;
  Authority authority_;
};

}  // namespace

TEST_F(Tls, CarriesWhatIsSaidBothWays) {
  const wire::TlsServer referee = server(authority_.issue());
  wire::TlsSession theirs = referee.accept();
  wire::TlsSession ours = client(authority_.certificate()).connect("127.0.0.1");
  ASSERT_EQ(meet(ours, theirs), "");
  // given a text over many records, which comes byte by byte
  const std::string text(100'000, 'q');
  std::string sealed;
  ASSERT_TRUE(ours.send(text + "!", sealed));
  EXPECT_EQ(sealed.find("qqqq"), std::string::npos);
  std::string plain;
  for (const char byte : sealed) {
    ASSERT_TRUE(theirs.receive({&byte, 1}, plain));
  }
  EXPECT_EQ(plain, text + "!");
  EXPECT_FALSE(theirs.partial());
  // and half a record is something, but nothing yet
  sealed.clear();
  plain.clear();
  ASSERT_TRUE(theirs.send("word", sealed));
  ASSERT_TRUE(ours.receive(sealed.substr(0, 9), plain));
  EXPECT_TRUE(ours.partial());
  EXPECT_TRUE(plain.empty());
  ASSERT_TRUE(ours.receive(sealed.substr(9), plain));
  EXPECT_EQ(plain, "word");
  // when one side closes, the other knows
  sealed.clear();
  ours.close();
  ours.take_output(sealed);
  ASSERT_TRUE(theirs.receive(sealed, plain));
  EXPECT_TRUE(theirs.peer_closed());
}

TEST_F(Tls, TellsWhatIsWrongWithACertificate) {
  const std::string known = authority_.certificate();
  constexpr long kDay = 24 * 3600;
  EXPECT_EQ(verdict(authority_.issue(), known), "");
  EXPECT_EQ(verdict(authority_.issue(), known, "127.0.0.1"), "");
  EXPECT_EQ(verdict(authority_.issue({.names = "IP:::1"}), known, "::1"), "");
  EXPECT_EQ(verdict(authority_.issue({.names = "DNS:*.example.org"}), known, "a.example.org"), "");
  EXPECT_EQ(verdict(authority_.issue(), known, "example.org"), "its certificate is for another host");
  EXPECT_EQ(verdict(authority_.issue(), known, "127.0.0.2"), "its certificate is for another host");
  EXPECT_EQ(verdict(authority_.issue({.names = "DNS:localhost"}), known, "127.0.0.1"),
            "its certificate is for another host");
  EXPECT_EQ(verdict(authority_.issue({.names = ""}), known, "a referee"),
            "its certificate is for another host");
  EXPECT_EQ(verdict(authority_.issue({.from = -2 * kDay, .until = -kDay}), known),
            "its certificate has expired");
  EXPECT_EQ(verdict(authority_.issue({.from = kDay, .until = 2 * kDay}), known),
            "its certificate is not valid yet; is this machine's clock right?");
  EXPECT_EQ(verdict(self_signed(), known),
            "its certificate is self-signed; if it is the right one, give it with --ca FILE");
  EXPECT_EQ(verdict(Authority().issue(), known),
            "its certificate is from an authority that is not known here; give the right one with --ca FILE");
}

TEST_F(Tls, TakesASelfSignedCertificateThatIsKnown) {
  const Certified own = self_signed();
  EXPECT_EQ(verdict(own, own.certificate), "");
  EXPECT_EQ(verdict(own, own.certificate, "example.org"), "its certificate is for another host");
}

TEST_F(Tls, KnowsWhoDoesNotSpeakIt) {
  std::string plain;
  wire::TlsSession referee = server(authority_.issue()).accept();
  EXPECT_FALSE(referee.receive(std::string_view("\0\0\0\2", 4), plain));
  EXPECT_TRUE(referee.peer_is_plain());
  wire::TlsSession bot = client(authority_.certificate()).connect("localhost");
  EXPECT_FALSE(bot.receive("HTTP/1.1 400 Bad Request", plain));
  EXPECT_TRUE(bot.peer_is_plain());
  // but one who does, badly, is not plain
  wire::TlsSession other = server(authority_.issue()).accept();
  EXPECT_FALSE(other.receive("\x16garbage that is long enough for a record", plain));
  EXPECT_FALSE(other.peer_is_plain());
}

TEST_F(Tls, DoesNotTakeATextTwice) {
  const wire::TlsServer referee = server(authority_.issue());
  wire::TlsSession theirs = referee.accept();
  wire::TlsSession ours = client(authority_.certificate()).connect("localhost");
  ASSERT_EQ(meet(ours, theirs), "");
  std::string sealed;
  std::string plain;
  ASSERT_TRUE(ours.send("hello", sealed));
  ASSERT_TRUE(theirs.receive(sealed, plain));
  EXPECT_FALSE(theirs.receive(sealed, plain));
  EXPECT_EQ(plain, "hello");
}

TEST_F(Tls, RefusesFilesThatDoNotServe) {
  const Certified good = authority_.issue();
  const std::string cert = file("cert.pem", good.certificate);
  const std::string key = file("key.pem", good.key);
  const auto refusal = [](const std::string& certificate, const std::string& its_key) {
    const auto loaded = wire::TlsServer::load(certificate, its_key);
    return loaded ? std::string() : loaded.error().sentence;
  };
  EXPECT_EQ(refusal(cert, key), "");
  EXPECT_EQ(refusal("/no/cert", key), "\"/no/cert\" cannot be read: No such file or directory");
  EXPECT_EQ(refusal(cert, "/no/key"), "\"/no/key\" cannot be read: No such file or directory");
  EXPECT_EQ(refusal(cert, "/tmp"), "\"/tmp\" cannot be read: Is a directory");
  EXPECT_NE(refusal(key, key).find("has no certificate in PEM that can be used"), std::string::npos);
  EXPECT_NE(refusal(cert, cert).find("has no key in PEM"), std::string::npos);
  EXPECT_NE(refusal(cert, file("other", authority_.issue().key)).find("does not belong to the certificate"),
            std::string::npos);
  EXPECT_NE(refusal(cert, file("open", good.key, 0644)).find("everybody on this machine can read"),
            std::string::npos);
  EXPECT_EQ(refusal(cert, file("group", good.key, 0640)), "");
  EXPECT_FALSE(wire::TlsClient::make("/no/ca"));
  EXPECT_FALSE(wire::TlsClient::make(key));
  EXPECT_TRUE(wire::TlsClient::make(""));
}

TEST_F(Tls, WarnsOfACertificateThatNobodyWillTake) {
  constexpr long kDay = 24 * 3600;
  EXPECT_EQ(server(authority_.issue()).warning(), "");
  EXPECT_NE(server(authority_.issue({.from = -kDay, .until = -1})).warning().find("has expired"),
            std::string::npos);
  EXPECT_NE(server(authority_.issue({.from = kDay, .until = 2 * kDay})).warning().find("not valid yet"),
            std::string::npos);
}

}  // namespace quiver::tests

// The server's port as a browser, a script and somebody with bad intentions see it, byte for byte.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// A server with a small web client, a dotfile, a symbolic link and a secret beside the client's folder.
class Http : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        std::string name = (std::filesystem::temp_directory_path() / "pentad_web_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        write("secret.txt", "the secret");
        write("web/index.html", "<!doctype html><title>Pentad</title>");
        write("web/assets/app-0123abcd.js", "export {};");
        write("web/style.css", "body{}");
        write("web/.env", "the secret");
        write("web/.git/config", "the secret");
        std::filesystem::create_symlink(folder_ / "secret.txt", folder_ / "web/link.txt");
        std::filesystem::create_directory_symlink(folder_, folder_ / "web/up");
        server_ = new ServerProcess(
            {"--web", (folder_ / "web").string(), "--allowed-origins", "https://play.example"});
    }
    static void TearDownTestSuite() {
        delete server_;
        std::filesystem::remove_all(folder_);
    }
    static void write(const std::string& path, const std::string& text) {
        std::filesystem::create_directories((folder_ / path).parent_path());
        std::ofstream(folder_ / path) << text;
    }

    static HttpReply get(const std::string& target, const std::string& headers = "") {
        return RawSocket(server_->port()).request("GET", target, headers);
    }
    static void expect_alive() { EXPECT_EQ(get("/healthz").status, 200); }

    /// What comes back for these bytes: a status, or 0 for a closed connection.
    static int status_of(const std::string& bytes) {
        RawSocket socket(server_->port());
        socket.send(bytes);
        const auto reply = socket.reply();
        return reply ? reply->status : 0;
    }
    static std::string host() { return "127.0.0.1:" + std::to_string(server_->port()); }

    static inline std::filesystem::path folder_;
    static inline ServerProcess* server_ = nullptr;
};

TEST_F(Http, AnswersItsRoutes) {
    EXPECT_EQ(get("/healthz").body, "ok\n");
    EXPECT_EQ(get("/readyz").body, "ready\n");
    const json version = json::parse(get("/version").body);
    EXPECT_EQ(version.at("name"), "pentad");
    EXPECT_EQ(version.at("protocol"), json::array({1}));
    const HttpReply games = get("/api/v1/games");
    EXPECT_EQ(games.header("content-type"), "application/json");
    EXPECT_EQ(games.header("cache-control"), "no-store");
    EXPECT_EQ(json::parse(games.body).at("games").size(),
              TestClient::guest(server_->port()).session().games.size());
    const json rooms = json::parse(get("/api/v1/rooms").body);
    EXPECT_TRUE(rooms.at("rooms").is_array());
    EXPECT_TRUE(rooms.at("players").is_number_integer());
    EXPECT_EQ(get("/api/v1/rooms?x=/../y").status, 200);
}

TEST_F(Http, ServesTheWebClientWithHeadersThatLetNothingElseIn) {
    const HttpReply index = get("/");
    EXPECT_EQ(index.status, 200);
    EXPECT_EQ(index.body, "<!doctype html><title>Pentad</title>");
    EXPECT_EQ(get("/index.html").body, index.body);
    EXPECT_EQ(index.header("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(index.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(index.header("referrer-policy"), "no-referrer");
    EXPECT_EQ(index.header("cache-control"), "no-cache");
    const std::string policy = index.header("content-security-policy");
    for (const char* part : {"default-src 'none'", "script-src 'self'", "base-uri 'none'",
                             "frame-ancestors 'none'", "require-trusted-types-for 'script'"})
        EXPECT_THAT(policy, HasSubstr(part));
    EXPECT_EQ(policy.find("unsafe"), std::string::npos);
    const HttpReply script = get("/assets/app-0123abcd.js");
    EXPECT_EQ(script.header("content-type"), "text/javascript; charset=utf-8");
    EXPECT_THAT(script.header("cache-control"), HasSubstr("immutable"));
    EXPECT_EQ(script.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(get("/style.css").header("content-type"), "text/css; charset=utf-8");
}

TEST_F(Http, HasNothingBesidesTheTableOfFiles) {
    for (const char* target : {"/nothing",
                               "/.env",
                               "/.git/config",
                               "/link.txt",
                               "/up/secret.txt",
                               "/../secret.txt",
                               "/assets/../../secret.txt",
                               "/%2e%2e/secret.txt",
                               "/..%2fsecret.txt",
                               "/..\\secret.txt",
                               "/index.html%00",
                               "/%00",
                               "//etc/passwd",
                               "/etc/passwd",
                               "/assets",
                               "/assets/",
                               "/web/index.html",
                               "/metrics",
                               "/admin",
                               "/admin/",
                               "/admin/rooms",
                               "/debug",
                               "/api",
                               "/api/v1",
                               "/api/v1/matches/",
                               "/api/v1/matches/m_000000000000",
                               "/api/v1/matches/../games",
                               "/api/v1/matches/%00",
                               "*"}) {
        const HttpReply reply = get(target);
        EXPECT_EQ(reply.status, 404) << target;
        EXPECT_EQ(reply.body.find("the secret"), std::string::npos) << target;
        EXPECT_TRUE(json::accept(reply.body)) << target << ": " << reply.body;
        EXPECT_EQ(reply.header("x-content-type-options"), "nosniff");
    }
}

TEST_F(Http, RefusesOtherMethodsAndSaysWhichThereAre) {
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"})
        for (const char* target : {"/", "/healthz", "/api/v1/rooms", "/ws"}) {
            const HttpReply reply = RawSocket(server_->port()).request(method, target);
            EXPECT_EQ(reply.status, 405) << method << ' ' << target;
            EXPECT_EQ(reply.header("allow"), "GET, HEAD");
        }
    // No tunnels.
    const int status = status_of("CONNECT example.com:443 HTTP/1.1\r\nHost: " + host() + "\r\n\r\n");
    EXPECT_TRUE(status == 405 || status == 400) << status;
}

TEST_F(Http, SaysOnAPlainGetOfTheWebSocketWhatToDo) {
    for (const char* target : {"/ws", "/ws?token=x"}) {
        const HttpReply reply = get(target);
        EXPECT_EQ(reply.status, 426);
        EXPECT_EQ(reply.header("upgrade"), "websocket");
        EXPECT_THAT(json::parse(reply.body).at("error").at("message").get<std::string>(),
                    HasSubstr("pentad.v1.json"));
    }
}

TEST_F(Http, AnswersHeadLikeGetWithoutTheBody) {
    RawSocket socket(server_->port());
    for (const char* target : {"/", "/api/v1/games", "/healthz", "/nothing", "/ws"}) {
        const HttpReply whole = socket.request("GET", target);
        const HttpReply head = socket.request("HEAD", target);
        EXPECT_EQ(head.status, whole.status) << target;
        EXPECT_EQ(head.header("content-length"), std::to_string(whole.body.size())) << target;
        EXPECT_EQ(head.header("content-type"), whole.header("content-type")) << target;
    }
}

TEST_F(Http, KeepsAConnectionAndAnswersPipelinedRequestsInOrder) {
    RawSocket socket(server_->port());
    std::string requests;
    const std::vector<std::pair<std::string, int>> wanted{
        {"/healthz", 200}, {"/nothing", 404}, {"/", 200}, {"/api/v1/rooms", 200}, {"/ws", 426}};
    for (const auto& [target, status] : wanted)
        requests += "GET " + target + " HTTP/1.1\r\nHost: " + host() + "\r\n\r\n";
    socket.send(requests);
    for (const auto& [target, status] : wanted) {
        const auto reply = socket.reply();
        ASSERT_TRUE(reply) << target;
        EXPECT_EQ(reply->status, status) << target;
    }
    // A WebSocket may follow on the same connection.
    EXPECT_EQ(socket.upgrade().status, 101);

    RawSocket last(server_->port());
    EXPECT_EQ(last.request("GET", "/healthz", "Connection: close\r\n").header("connection"), "close");
    EXPECT_EQ(last.rest(), "");
    RawSocket old(server_->port());
    old.send("GET /healthz HTTP/1.0\r\nHost: " + host() + "\r\n\r\n");
    EXPECT_EQ(old.reply()->status, 200);
    EXPECT_EQ(old.rest(), "");
}

TEST_F(Http, TakesNoRequestThatTwoServersCouldReadDifferently) {
    const std::string start = "GET /healthz HTTP/1.1\r\n";
    const std::string named = start + "Host: " + host() + "\r\n";
    EXPECT_EQ(status_of(start + "\r\n"), 400) << "no Host";
    EXPECT_EQ(status_of(start + "Host:\r\n\r\n"), 400) << "an empty Host";
    EXPECT_EQ(status_of(named + "Host: other.example\r\n\r\n"), 400) << "two Hosts";
    EXPECT_EQ(status_of(named + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
    EXPECT_EQ(status_of(named + "Content-Length: 5\r\n\r\nhello"), 400);
    EXPECT_EQ(status_of(named + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
    EXPECT_EQ(status_of(named + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"), 400);
    EXPECT_EQ(status_of(named + "Content-Length: -1\r\n\r\n"), 400);
    EXPECT_EQ(status_of(named + "Bad Header: x\r\n\r\n"), 400);
    EXPECT_EQ(status_of(named + "No-Colon\r\n\r\n"), 400);
    // What was smuggled behind a refused body is not read as a request.
    RawSocket socket(server_->port());
    socket.send(
        "POST / HTTP/1.1\r\nHost: " + host() +
        "\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /version HTTP/1.1\r\n"
        "Host: x\r\n\r\n");
    EXPECT_EQ(socket.rest().find("\"protocol\""), std::string::npos);
    expect_alive();
}

TEST_F(Http, RefusesWhatIsTooLargeOrNoHttpAtAll) {
    const auto refused = [](int status) { return status == 0 || (status >= 400 && status < 500); };
    const std::string end = " HTTP/1.1\r\nHost: " + host() + "\r\n\r\n";
    EXPECT_TRUE(refused(status_of("GET /" + std::string(64 * 1024, 'a') + end)));
    std::string headers;
    for (int i = 0; i < 5000; ++i) headers += "X-" + std::to_string(i) + ": y\r\n";
    EXPECT_TRUE(refused(status_of("GET / HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n")));
    EXPECT_TRUE(refused(status_of(std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) +
                                  std::string(200, '\x7f'))))
        << "TLS";
    EXPECT_TRUE(refused(status_of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))) << "HTTP/2";
    EXPECT_TRUE(refused(status_of(std::string(100, '\0'))));
    EXPECT_TRUE(refused(status_of("hello\r\n\r\n")));
    EXPECT_TRUE(refused(status_of("GET / HTTP/9.9\r\n\r\n")));
    EXPECT_TRUE(refused(status_of("GET\r\n\r\n")));
    // A header that just fits is taken, one a little longer is told why not.
    EXPECT_EQ(get("/healthz", "X-Long: " + std::string(7000, 'a') + "\r\n").status, 200);
    EXPECT_EQ(get("/healthz", "X-Long: " + std::string(8200, 'a') + "\r\n").status, 431);
    expect_alive();
}

TEST_F(Http, PutsNothingFromTheRequestIntoItsHeaders) {
    const HttpReply reply = get("/x%0d%0aX-Forged:%20yes?y%0d%0aX-Forged:%20yes");
    EXPECT_EQ(reply.status, 404);
    EXPECT_FALSE(reply.headers.contains("x-forged"));
}

TEST_F(Http, LetsOnlyItsOwnAndTheAllowedPagesConnect) {
    const auto status = [](const std::string& headers) {
        return RawSocket(server_->port()).upgrade(headers).status;
    };
    const auto origin = [&](const std::string& text) { return status("Origin: " + text + "\r\n"); };
    EXPECT_EQ(status(""), 101) << "not a browser";
    EXPECT_EQ(origin("http://" + host()), 101);
    EXPECT_EQ(origin("https://" + host()), 101);
    EXPECT_EQ(origin("https://play.example"), 101);
    EXPECT_EQ(origin("HTTPS://Play.Example"), 101);
    for (const std::string& foreign :
         {std::string("http://evil.example"), std::string("null"), "http://" + host() + ".evil.example",
          "http://evil" + host(), std::string("http://127.0.0.1"), std::string("http://127.0.0.1:1"),
          "http://" + host() + "@evil.example", "http://user@" + host(), "http://" + host() + "/",
          "ftp://" + host(), host(), std::string("https://play.example.evil"),
          std::string("https://play.example:8443"), std::string("http://play.example")})
        EXPECT_EQ(origin(foreign), 403) << foreign;
    EXPECT_EQ(status("Origin: http://" + host() + "\r\nOrigin: http://evil.example\r\n"), 403);
    EXPECT_EQ(status("Origin:\r\n"), 403);
}

TEST_F(Http, OpensAWebSocketOnlyForAProperHandshake) {
    const auto status = [](const std::string& key_line, const std::string& more = "",
                           const std::string& first = "GET /ws HTTP/1.1") {
        return status_of(first + "\r\nHost: " + host() + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
                         key_line + more + "\r\n");
    };
    const std::string version = "Sec-WebSocket-Version: 13\r\n";
    const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    EXPECT_EQ(status(key, version), 101);
    EXPECT_EQ(status("Sec-WebSocket-Key: short\r\n", version), 400);
    EXPECT_EQ(status("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZ!==\r\n", version), 400);
    EXPECT_EQ(status("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQAA\r\n", version), 400);
    EXPECT_EQ(status(key + key, version), 400);
    EXPECT_EQ(status(key, version, "GET /ws HTTP/1.0"), 426) << "HTTP/1.0 knows no upgrade";
    EXPECT_EQ(status(key, "Sec-WebSocket-Version: 8\r\n"), 426);
    EXPECT_EQ(status(key), 426);
    EXPECT_EQ(status(key, version + "Sec-WebSocket-Protocol: chat\r\n"), 400);
    EXPECT_EQ(status(key, version + "Content-Length: 3\r\n"), 400);
    EXPECT_EQ(status(key, version, "GET /wss HTTP/1.1"), 404);
    RawSocket socket(server_->port());
    const HttpReply reply = socket.upgrade("Sec-WebSocket-Protocol: chat, pentad.v1.json\r\n");
    EXPECT_EQ(reply.status, 101);
    EXPECT_EQ(reply.header("sec-websocket-protocol"), "pentad.v1.json");
    EXPECT_EQ(reply.header("sec-websocket-accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    EXPECT_FALSE(reply.headers.contains("set-cookie"));
}

TEST_F(Http, ShowsAMatchWhileItIsPlayedAndAfterItsRoomIsClosed) {
    TestClient person = TestClient::guest(server_->port());
    RoomCreate create;
    create.game = person.session().games.front().game;
    create.hotseat = true;
    const RoomEntered entered = person.create(create);
    person.request<Empty>(RoomReady{true}, "", entered.room);
    const std::string match =
        person
            .wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                        TestClient::patience, "match.started")
            .match;
    person.play(match, person.match(match).now.legal->front());
    const json running = json::parse(get("/api/v1/matches/" + match).body);
    EXPECT_EQ(running.at("ply"), 1);
    EXPECT_EQ(running.at("pos"), person.match(match).now.pos);
    EXPECT_FALSE(running.contains("legal")) << "strangers move nothing";
    EXPECT_THAT(get("/api/v1/rooms").body, HasSubstr('"' + entered.room + '"'));

    MatchResign resign;
    resign.seat = Side::second;
    person.request<Empty>(resign, match);
    person.request<Empty>(RoomLeave{}, "", entered.room);
    EXPECT_EQ(person.refusal<RoomEntered>(RoomJoin{entered.room, "", "", JoinSeat::any, ""}),
              "room_not_found");
    const HttpReply reply = get("/api/v1/matches/" + match);
    ASSERT_EQ(reply.status, 200);
    const json over = json::parse(reply.body);
    EXPECT_EQ(over.at("ply"), 1);
    EXPECT_EQ(over.at("history").size(), 1U);
    EXPECT_EQ(over.at("result").at("winner"), 0);
    EXPECT_EQ(over.at("result").at("reason"), "resign");
    EXPECT_EQ(get("/api/v1/rooms").body.find('"' + entered.room + '"'), std::string::npos);
}

TEST_F(Http, ShowsNoMatchThatStrangersMayNotWatch) {
    for (int way = 0; way < 3; ++way) {
        SCOPED_TRACE(way);
        TestClient person = TestClient::guest(server_->port());
        RoomCreate create;
        create.game = person.session().games.front().game;
        create.hotseat = true;
        if (way == 0) create.visibility = Visibility::private_;
        if (way == 1) create.password = "sesame";
        if (way == 2) create.spectators = false;
        const RoomEntered entered = person.create(create);
        person.request<Empty>(RoomReady{true}, "", entered.room);
        const std::string match = person.wait<MatchStarted>().match;
        EXPECT_EQ(get("/api/v1/matches/" + match).status, 404);
        TestClient stranger = TestClient::guest(server_->port());
        EXPECT_THAT(stranger.refusal<MatchWatched>(MatchWatch{true}, match),
                    ::testing::AnyOf("forbidden", "spectators_forbidden"));
    }
}

}  // namespace
}  // namespace pentad::testing

// What pages get of the server: its files in the form that a browser prefers, and the API, from other origins
// too.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Pages : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        folder_ = new TemporaryFolder;
        write("index.html", "<!doctype html><title>Pentad</title>");
        // As the build makes them; what is in them is for the test to tell apart.
        write("app-89abcdef.js", script);
        write("app-89abcdef.js.br", "in brotli");
        write("app-89abcdef.js.gz", "in gzip, one more");
        write("changed.css", script);
        write("changed.css.gz", "in gzip");
        fs::last_write_time(folder_->path() / "changed.css.gz",
                            fs::last_write_time(folder_->path() / "changed.css") - std::chrono::hours(1));
        write("larger.js", "1");
        write("larger.js.br", "larger");
        write("alone.gz", "by itself");
        server_ = new ServerProcess(
            {"--web", folder_->path().string(), "--allowed-origins", "https://play.example"});
    }
    static void TearDownTestSuite() {
        delete server_;
        delete folder_;
    }
    static void write(const std::string& name, const std::string& text) {
        std::ofstream(folder_->path() / name) << text;
    }
    static HttpReply get(const std::string& target, const std::string& headers = "") {
        return RawSocket(server_->port()).request("GET", target, headers);
    }

    static inline const std::string script = "export const long = 'enough to be worth it';";
    static inline TemporaryFolder* folder_ = nullptr;
    static inline ServerProcess* server_ = nullptr;
};

TEST_F(Pages, AreServedInTheFormThatTheClientPrefers) {
    const std::vector<std::array<std::string, 3>> wanted{
        {"", "", script},
        {"gzip, deflate, br, zstd", "br", "in brotli"},
        {"gzip", "gzip", "in gzip, one more"},
        {"gzip;q=0.9, br;q=0.8", "gzip", "in gzip, one more"},
        {"br;q=0, gzip;q=0", "", script},
        {"identity, br;q=0.5", "", script},
        {"*", "br", "in brotli"},
        {"deflate", "", script}};
    std::map<std::string, std::string> tags;
    for (const auto& [accepted, coding, body] : wanted) {
        SCOPED_TRACE(accepted);
        const std::string line = accepted.empty() ? "" : "Accept-Encoding: " + accepted + "\r\n";
        RawSocket socket(server_->port());
        const HttpReply reply = socket.request("GET", "/app-89abcdef.js", line);
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.header("content-encoding"), coding);
        EXPECT_EQ(reply.body, body);
        EXPECT_EQ(reply.header("vary"), "Accept-Encoding");
        EXPECT_EQ(reply.header("content-type"), "text/javascript; charset=utf-8");
        EXPECT_THAT(reply.header("cache-control"), HasSubstr("immutable"));
        const HttpReply head = socket.request("HEAD", "/app-89abcdef.js", line);
        EXPECT_EQ(head.header("content-length"), std::to_string(body.size()));
        EXPECT_EQ(head.header("content-encoding"), coding);
        const std::string tag = reply.header("etag");
        EXPECT_EQ(tags.emplace(coding, tag).first->second, tag);
        // A client that has it gets 304, and the connection stays open.
        const HttpReply same =
            socket.request("GET", "/app-89abcdef.js", line + "If-None-Match: \"x\", W/" + tag + "\r\n");
        EXPECT_EQ(same.status, 304);
        EXPECT_EQ(same.header("etag"), tag);
        EXPECT_EQ(same.header("vary"), "Accept-Encoding");
        EXPECT_FALSE(same.headers.contains("content-length"));
        EXPECT_EQ(socket.request("GET", "/healthz").body, "ok\n");
    }
    EXPECT_EQ(tags.size(), 3U);
    EXPECT_NE(tags[""], tags["br"]);
    EXPECT_NE(tags["gzip"], tags["br"]);
    const std::string two_lines = "Accept-Encoding: deflate\r\nAccept-Encoding: br\r\n";
    EXPECT_EQ(get("/app-89abcdef.js", two_lines).header("content-encoding"), "br");
    EXPECT_EQ(get("/app-89abcdef.js", "Accept-Encoding: identity;q=0\r\n").status, 406);
}

TEST_F(Pages, AreServedInNoPackedFormThatIsOlderOrLargerThanItsFile) {
    const std::string all = "Accept-Encoding: gzip, br\r\n";
    EXPECT_EQ(get("/changed.css", all).body, script);
    EXPECT_EQ(get("/changed.css", all).header("content-encoding"), "");
    EXPECT_EQ(get("/larger.js", all).body, "1");
    for (const char* packed : {"/app-89abcdef.js.br", "/app-89abcdef.js.gz", "/changed.css.gz"})
        EXPECT_EQ(get(packed, all).status, 404) << "it is no file of its own";
    EXPECT_EQ(get("/alone.gz", all).body, "by itself");
    EXPECT_EQ(get("/healthz", all).body, "ok\n");
    EXPECT_EQ(get("/api/v1/games", all).header("content-encoding"), "");
}

TEST_F(Pages, OfAllowedOriginsReadTheApi) {
    const auto asked_by = [](const std::string& origin, const std::string& target = "/api/v1/rooms") {
        return get(target, "Origin: " + origin + "\r\n");
    };
    for (const char* target :
         {"/api/v1/rooms", "/api/v1/games", "/api/v1/matches/m_none", "/api/v1/nothing"}) {
        const HttpReply reply = asked_by("https://play.example", target);
        EXPECT_EQ(reply.header("access-control-allow-origin"), "https://play.example") << target;
        EXPECT_EQ(reply.header("vary"), "Origin") << target;
        EXPECT_FALSE(reply.headers.contains("access-control-allow-credentials"));
        EXPECT_EQ(get(target).header("vary"), "Origin") << "what is kept is not for everybody";
        EXPECT_FALSE(get(target).headers.contains("access-control-allow-origin"));
    }
    for (const char* foreign : {"https://evil.example", "null", "*", "http://play.example",
                                "https://play.example.evil.example", "https://play.example:8443"}) {
        const HttpReply reply = asked_by(foreign);
        EXPECT_EQ(reply.status, 200);
        EXPECT_FALSE(reply.headers.contains("access-control-allow-origin")) << foreign;
        EXPECT_EQ(reply.header("vary"), "Origin");
    }
    EXPECT_FALSE(asked_by("https://play.example", "/").headers.contains("access-control-allow-origin"))
        << "the pages themselves are no API";
    EXPECT_FALSE(get("/api/v1/rooms", "Origin: https://play.example\r\nOrigin: https://evil.example\r\n")
                     .headers.contains("access-control-allow-origin"));
}

TEST_F(Pages, OfAllowedOriginsAreToldWhatTheyMayAsk) {
    const auto preflight = [](const std::string& origin, const std::string& more = "",
                              const std::string& target = "/api/v1/rooms") {
        return RawSocket(server_->port())
            .request("OPTIONS", target,
                     "Origin: " + origin + "\r\nAccess-Control-Request-Method: GET\r\n" + more);
    };
    RawSocket socket(server_->port());
    const HttpReply reply = socket.request("OPTIONS", "/api/v1/matches/m_x/record?format=text",
                                           "Origin: https://play.example\r\n"
                                           "Access-Control-Request-Method: GET\r\n"
                                           "Access-Control-Request-Headers: content-type,x-mine\r\n");
    EXPECT_EQ(reply.status, 204);
    EXPECT_EQ(reply.body, "");
    EXPECT_FALSE(reply.headers.contains("content-length"));
    EXPECT_EQ(reply.header("access-control-allow-origin"), "https://play.example");
    EXPECT_EQ(reply.header("access-control-allow-methods"), "GET, HEAD");
    EXPECT_EQ(reply.header("access-control-allow-headers"), "content-type,x-mine");
    EXPECT_EQ(reply.header("access-control-max-age"), "600");
    EXPECT_THAT(reply.header("vary"), HasSubstr("Origin"));
    EXPECT_FALSE(reply.headers.contains("access-control-allow-credentials"));
    EXPECT_EQ(socket.request("GET", "/healthz").body, "ok\n") << "the connection goes on";
    EXPECT_FALSE(preflight("https://play.example", "Access-Control-Request-Headers: <b>\r\n")
                     .headers.contains("access-control-allow-headers"));
    for (const char* foreign : {"https://evil.example", "null", ""}) {
        const HttpReply refused = preflight(foreign);
        EXPECT_EQ(refused.status, 403) << foreign;
        EXPECT_FALSE(refused.headers.contains("access-control-allow-origin"));
    }
    EXPECT_EQ(preflight("https://play.example", "", "/").status, 405);
}

}  // namespace
}  // namespace pentad::testing

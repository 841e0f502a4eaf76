#include "server/net/content_coding.hpp"

#include <gtest/gtest.h>

namespace pentad::server {
namespace {

/// For a file with brotli and gzip codings; `-` if nothing is acceptable.
std::string chosen(std::string_view accept_encoding) {
    return std::string(best_coding(accept_encoding, {"br", "gzip"}).value_or("-"));
}

TEST(ContentCoding, IsTheOneThatAcceptEncodingPrefers) {
    for (const auto& [accept_encoding, coding] :
         std::vector<std::pair<std::string, std::string>>{{"", "identity"},
                                                          {"gzip", "gzip"},
                                                          {"GZIP", "gzip"},
                                                          {"x-gzip", "gzip"},
                                                          {"gzip, deflate, br, zstd", "br"},
                                                          {"gzip;q=1.0, br;q=0.9", "gzip"},
                                                          {"gzip;q=0.123,br;q=0.122", "gzip"},
                                                          {"gzip ; q=0.5 , br ; Q=0.4", "gzip"},
                                                          {"br;q=0, gzip", "gzip"},
                                                          {"br;q=0.000, gzip;q=0", "identity"},
                                                          {"gzip;q=0.5", "gzip"},
                                                          {"gzip;q=0.5, identity;q=0.4", "gzip"},
                                                          {"gzip;q=0.5, identity", "identity"},
                                                          {"identity", "identity"},
                                                          {"deflate", "identity"},
                                                          {"*", "br"},
                                                          {"*;q=0.5, identity", "identity"},
                                                          {"br;q=0, *", "gzip"},
                                                          {"*;q=0, gzip", "gzip"},
                                                          {"identity;q=0, gzip", "gzip"},
                                                          {"identity;q=0", "-"},
                                                          {"*;q=0", "-"},
                                                          {"zstd, identity;q=0", "-"},
                                                          // An invalid weight is 0.
                                                          {"gzip;q=", "identity"},
                                                          {"gzip;q=2", "identity"},
                                                          {"gzip;q=1.5", "identity"},
                                                          {"gzip;q=-1", "identity"},
                                                          {"gzip;q=0.1234", "identity"},
                                                          {"gzip;q=yes", "identity"},
                                                          {",,;,gzip,;q=1", "gzip"}})
        EXPECT_EQ(chosen(accept_encoding), coding) << accept_encoding;
    EXPECT_EQ(best_coding("br", {"gzip"}), "identity");
}

HttpResponse page() {
    HttpResponse answer;
    answer.content_type = "text/html";
    answer.body = std::make_shared<const std::string>("the page itself");
    answer.tag = "abc";
    answer.coded = {{"gzip", std::make_shared<const std::string>("packed")}};
    return answer;
}
std::string header(const HttpResponse& answer, std::string_view name) {
    std::string values;
    for (const auto& [one, value] : answer.headers)
        if (one == name) values += value;
    return values;
}

TEST(ContentCoding, HasItsOwnTag) {
    for (const auto& [accept_encoding, tag] :
         std::vector<std::pair<std::string, std::string>>{{"gzip", R"("abc-gzip")"}, {"", R"("abc")"}}) {
        HttpResponse first = page();
        suit(first, accept_encoding, R"("other")");
        EXPECT_EQ(first.status, 200);
        EXPECT_EQ(*first.body, accept_encoding.empty() ? "the page itself" : "packed");
        EXPECT_EQ(header(first, "ETag"), tag);
        EXPECT_EQ(header(first, "Content-Encoding"), accept_encoding);
        EXPECT_EQ(header(first, "Vary"), "Accept-Encoding");
        for (const std::string& again : {tag, "W/" + tag, R"("x", )" + tag, std::string("*")}) {
            HttpResponse answer = page();
            suit(answer, accept_encoding, again);
            EXPECT_EQ(answer.status, 304) << again;
            EXPECT_EQ(answer.body, nullptr);
            EXPECT_EQ(header(answer, "ETag"), tag);
            EXPECT_EQ(header(answer, "Content-Encoding"), "");
            EXPECT_EQ(header(answer, "Vary"), "Accept-Encoding");
        }
    }
    HttpResponse other = page();
    suit(other, "gzip", R"("abc")");
    EXPECT_EQ(other.status, 200) << "the tag of another coding";
}

TEST(ContentCoding, LeavesAnswersWithoutTagOrCodingsUnchanged) {
    HttpResponse answer = http_json("{}");
    suit(answer, "gzip", "*");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(*answer.body, "{}");
    HttpResponse picture;
    picture.body = std::make_shared<const std::string>("picture");
    picture.tag = "abc";
    suit(picture, "gzip", "");
    EXPECT_EQ(*picture.body, "picture");
    EXPECT_EQ(header(picture, "Vary"), "");
    EXPECT_EQ(header(picture, "ETag"), R"("abc")");
}

}  // namespace
}  // namespace pentad::server

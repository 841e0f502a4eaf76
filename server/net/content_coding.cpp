#include "server/net/content_coding.hpp"

#include <algorithm>

namespace pentad::server {
namespace {

constexpr std::string_view identity = "identity";

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// Cuts off and returns what precedes the separator.
std::string_view take_up_to(std::string_view& text, char separator) {
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    return trimmed(part);
}

bool equal(std::string_view a, std::string_view b) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return small(x) == small(y); });
}

/// A weight in thousandths: `0.25` is 250. 0 if invalid.
int weight(std::string_view text) {
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return 0;
    if (text.size() > 1 && text[1] != '.') return 0;
    int thousandths = (text[0] - '0') * 1000;
    for (std::size_t i = 2, unit = 100; i < text.size(); ++i, unit /= 10) {
        if (text[i] < '0' || text[i] > '9') return 0;
        thousandths += (text[i] - '0') * static_cast<int>(unit);
    }
    return thousandths <= 1000 ? thousandths : 0;
}

/// The client's weight of a coding; empty if it names none. `x-gzip` is an old name of `gzip`.
std::optional<int> weight_of(std::string_view coding, std::string_view accept_encoding) {
    std::optional<int> of_any;
    while (!accept_encoding.empty()) {
        std::string_view element = take_up_to(accept_encoding, ',');
        const std::string_view name = take_up_to(element, ';');
        int weighs = 1000;
        while (!element.empty()) {
            std::string_view parameter = take_up_to(element, ';');
            if (equal(take_up_to(parameter, '='), "q")) weighs = weight(trimmed(parameter));
        }
        if (equal(name, coding) || (coding == "gzip" && equal(name, "x-gzip"))) return weighs;
        if (name == "*") of_any = weighs;
    }
    return of_any;
}

/// Does If-None-Match contain the tag? Weak comparison (RFC 9110, 13.1.2).
bool has_already(std::string_view if_none_match, std::string_view tag) {
    while (!if_none_match.empty()) {
        std::string_view one = take_up_to(if_none_match, ',');
        if (one == "*") return true;
        if (one.starts_with("W/")) one.remove_prefix(2);
        if (one == tag) return true;
    }
    return false;
}

}  // namespace

std::optional<std::string_view> best_coding(std::string_view accept_encoding,
                                            const std::vector<std::string_view>& there) {
    std::string_view best;
    int most = 0;
    for (const std::string_view coding : there)
        if (const int weighs = weight_of(coding, accept_encoding).value_or(0); weighs > most) {
            best = coding;
            most = weighs;
        }
    // A coding that is not mentioned is acceptable, but a mentioned one is better.
    const int plain = weight_of(identity, accept_encoding).value_or(best.empty() ? 1000 : 0);
    if (plain > most) return identity;
    return best.empty() ? std::nullopt : std::optional(best);
}

void suit(HttpResponse& answer, std::string_view accept_encoding, std::string_view if_none_match) {
    if (answer.tag.empty()) return;
    std::string tag = answer.tag;
    if (!answer.coded.empty()) {
        std::vector<std::string_view> there;
        for (const CodedBody& one : answer.coded) there.push_back(one.coding);
        const auto coding = best_coding(accept_encoding, there);
        if (!coding) {
            answer =
                http_error(406, "not_acceptable", "There is no form of it in a coding that is accepted.");
            answer.headers.emplace_back("Vary", "Accept-Encoding");
            return;
        }
        answer.headers.emplace_back("Vary", "Accept-Encoding");
        for (const CodedBody& one : answer.coded)
            if (one.coding == *coding) {
                answer.body = one.body;
                answer.headers.emplace_back("Content-Encoding", one.coding);
                tag += "-" + one.coding;
                break;
            }
    }
    tag = '"' + tag + '"';
    if (has_already(if_none_match, tag)) {
        answer.status = 304;
        answer.body = nullptr;
        answer.content_type.clear();
        std::erase_if(answer.headers, [](const auto& header) { return header.first == "Content-Encoding"; });
    }
    answer.headers.emplace_back("ETag", std::move(tag));
}

}  // namespace pentad::server

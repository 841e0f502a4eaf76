#include "protocol/wire/document.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/limits.hpp"
#include "protocol/utf8.hpp"
#include "protocol/wire/text.hpp"

namespace pentad::protocol::wire {

/// Receives nlohmann's SAX events; its DOM would silently keep the last of two equal keys.
class DocumentBuilder : public nlohmann::json_sax<nlohmann::json> {
  public:
    DocumentBuilder(Document& document, int depth) : document_(document), depth_(depth) {
        open_.reserve(4);
        keys_.reserve(8);
    }

    bool null() override { return add({.kind = Kind::null}); }
    bool boolean(bool value) override { return add({.kind = Kind::boolean, .boolean = value}); }
    bool number_integer(number_integer_t value) override {
        if (value < -limits::integer) return number(std::to_string(value));
        return add({.kind = Kind::integer, .integer = value});
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (value > static_cast<std::uint64_t>(limits::integer)) return number(std::to_string(value));
        return add({.kind = Kind::integer, .integer = static_cast<std::int64_t>(value)});
    }
    bool number_float(number_float_t, const string_t& text) override { return number(text); }
    bool string(string_t& value) override { return add({.kind = Kind::text, .text = store(value)}); }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(Kind::object); }
    bool key(string_t& value) override {
        key_ = store(value);
        return true;
    }
    bool end_object() override { return keys_differ() && close(); }
    bool start_array(std::size_t) override { return open(Kind::array); }
    bool end_array() override { return close(); }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

  private:
    using Kind = Document::Kind;
    using Node = Document::Node;

    struct Container {
        std::uint32_t index;
        std::uint32_t last_child = 0;
    };

    Document::Slice store(std::string_view text) {
        const auto at = static_cast<std::uint32_t>(document_.chars_.size());
        document_.chars_ += text;
        return {at, static_cast<std::uint32_t>(text.size())};
    }

    bool number(std::string_view text) { return add({.kind = Kind::number, .text = store(text)}); }

    bool add(Node node) {
        node.key = key_;
        const auto index = static_cast<std::uint32_t>(document_.nodes_.size());
        document_.nodes_.push_back(node);
        if (open_.empty()) return true;
        Container& parent = open_.back();
        if (parent.last_child == 0)
            document_.nodes_[parent.index].child = index;
        else
            document_.nodes_[parent.last_child].next = index;
        parent.last_child = index;
        return true;
    }

    bool open(Kind kind) {
        if (static_cast<int>(open_.size()) == depth_) return false;
        add({.kind = kind});
        open_.push_back({static_cast<std::uint32_t>(document_.nodes_.size() - 1)});
        key_ = {};
        return true;
    }

    bool close() {
        open_.pop_back();
        key_ = {};
        return true;
    }

    // Sorting avoids millions of comparisons for a frame of 16 KiB.
    bool keys_differ() {
        keys_.clear();
        for (auto i = document_.nodes_[open_.back().index].child; i != 0; i = document_.nodes_[i].next)
            keys_.push_back(document_.view(document_.nodes_[i].key));
        std::sort(keys_.begin(), keys_.end());
        return std::adjacent_find(keys_.begin(), keys_.end()) == keys_.end();
    }

    Document& document_;
    const int depth_;
    Document::Slice key_;
    std::vector<Container> open_;
    std::vector<std::string_view> keys_;
};

std::optional<Document> Document::parse(std::string_view text, int depth) {
    // nlohmann would skip a byte order mark and stop at a zero byte.
    const bool odd = text.starts_with("\xEF\xBB\xBF") || text.find('\0') != std::string_view::npos;
    if (odd || !is_utf8(text)) return std::nullopt;
    Document document;
    document.nodes_.reserve(32);
    document.chars_.reserve(text.size());
    DocumentBuilder builder(document, depth);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return std::nullopt;
    return document;
}

Value Document::root() const { return Value(*this, 0); }

std::optional<bool> Value::boolean() const {
    return node().kind == Document::Kind::boolean ? std::optional(node().boolean) : std::nullopt;
}

std::optional<std::int64_t> Value::integer() const {
    return node().kind == Document::Kind::integer ? std::optional(node().integer) : std::nullopt;
}

std::optional<std::string_view> Value::text() const {
    return node().kind == Document::Kind::text ? std::optional(document_->view(node().text)) : std::nullopt;
}

std::optional<Value> Value::find(std::string_view key) const {
    if (!is_object()) return std::nullopt;
    for (auto member = first(); member; member = member->next())
        if (member->key() == key) return member;
    return std::nullopt;
}

void Value::append_to(std::string& out) const {
    switch (node().kind) {
        case Document::Kind::null:
            out += "null";
            break;
        case Document::Kind::boolean:
            out += node().boolean ? "true" : "false";
            break;
        case Document::Kind::integer:
            append_integer(out, node().integer);
            break;
        case Document::Kind::number:
            out += document_->view(node().text);
            break;
        case Document::Kind::text:
            append_text(out, document_->view(node().text));
            break;
        case Document::Kind::array:
        case Document::Kind::object: {
            out += is_array() ? '[' : '{';
            for (auto member = first(); member; member = member->next()) {
                if (!is_array()) {
                    append_text(out, member->key());
                    out += ':';
                }
                member->append_to(out);
                if (member->next()) out += ',';
            }
            out += is_array() ? ']' : '}';
        }
    }
}

}  // namespace pentad::protocol::wire

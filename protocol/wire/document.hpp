#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// JSON text as a flat list of nodes. Private to protocol.
namespace pentad::protocol::wire {

class Value;

/// A parsed JSON text. Its values point into it.
class Document {
  public:
    /// None if `text` is not UTF-8, is not JSON, has a duplicate key in an object, or nests deeper than
    /// `depth` containers.
    static std::optional<Document> parse(std::string_view text, int depth);

    Value root() const;

  private:
    friend class Value;
    friend class DocumentBuilder;

    enum class Kind : std::uint8_t { null, boolean, integer, number, text, array, object };

    struct Slice {
        std::uint32_t at = 0;
        std::uint32_t size = 0;
    };

    struct Node {
        Kind kind = Kind::null;
        bool boolean = false;
        std::uint32_t next = 0;   ///< the next sibling; 0: none
        std::uint32_t child = 0;  ///< the first child; 0: none
        std::int64_t integer = 0;
        Slice key = {};
        Slice text = {};  ///< a number's text
    };

    std::string_view view(Slice slice) const { return std::string_view(chars_).substr(slice.at, slice.size); }

    std::vector<Node> nodes_;
    std::string chars_;
};

/// A value of a document. REQUIRES: the document outlives it.
class Value {
  public:
    bool is_null() const { return node().kind == Document::Kind::null; }
    bool is_array() const { return node().kind == Document::Kind::array; }
    bool is_object() const { return node().kind == Document::Kind::object; }

    std::optional<bool> boolean() const;
    /// Only integers within limits::integer; none for numbers with a fraction or an exponent.
    std::optional<std::int64_t> integer() const;
    std::optional<std::string_view> text() const;

    /// The member of an object; none if it is missing or this is not an object.
    std::optional<Value> find(std::string_view key) const;

    /// The members of an object or the elements of an array, in order.
    std::optional<Value> first() const { return at(node().child); }
    std::optional<Value> next() const { return at(node().next); }
    /// The key of an object's member.
    std::string_view key() const { return document_->view(node().key); }

    /// This value as JSON text.
    void append_to(std::string& out) const;

  private:
    friend class Document;

    Value(const Document& document, std::uint32_t index) : document_(&document), index_(index) {}
    const Document::Node& node() const { return document_->nodes_[index_]; }
    std::optional<Value> at(std::uint32_t index) const {
        return index == 0 ? std::nullopt : std::optional(Value(*document_, index));
    }

    const Document* document_;
    std::uint32_t index_;
};

}  // namespace pentad::protocol::wire

#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/wire/enums.hpp"
#include "protocol/wire/limit.hpp"
#include "protocol/wire/shape_fields.hpp"
#include "protocol/wire/text.hpp"

namespace pentad::protocol::wire {

/// Appends an object to a text; a visitor as shape_fields.hpp describes.
class Writer {
  public:
    /// Opens the object.
    explicit Writer(std::string& out) : out_(out) { out_ += '{'; }
    void close() { out_ += '}'; }
    /// Goes on with an object that has a field already and is not closed.
    static Writer within(std::string& out) { return {out, false}; }

    void required(std::string_view name, const auto& value, Limit = {}) {
        key(name);
        write(value);
    }

    template <class T>
    void optional(std::string_view name, const std::optional<T>& value, Limit = {}) {
        if (value) required(name, *value);
    }

    template <class T>
    void nullable(std::string_view name, const std::optional<T>& value, Limit = {}) {
        key(name);
        if (value)
            write(*value);
        else
            out_ += "null";
    }

    template <class T>
    void defaulted(std::string_view name, const T& value, const std::type_identity_t<T>& standard,
                   Limit = {}) {
        if (value != standard) required(name, value);
    }

    void object(std::string_view name, auto visit) {
        key(name);
        Writer inner(out_);
        visit(inner);
        inner.close();
    }

    void constant(std::string_view name, const auto& value) { required(name, value); }

    template <class T>
    void one_or_many(std::string_view one, std::string_view many, const std::vector<T>& values, Limit) {
        if (values.size() == 1)
            required(one, values[0]);
        else
            defaulted(many, values, {});
    }

    void require(bool, std::string_view) {}
    void about(std::string_view) {}
    void about(std::string_view, std::string_view) {}

    /// A value that is already JSON text.
    void json(std::string_view name, std::string_view value) {
        key(name);
        out_ += value;
    }

  private:
    Writer(std::string& out, bool first) : out_(out), first_(first) {}

    void key(std::string_view name) {
        if (!first_) out_ += ',';
        first_ = false;
        out_ += '"';
        out_ += name;
        out_ += "\":";
    }

    template <class T>
    void write(const T& value) {
        if constexpr (requires { Words<T>::words; }) {
            const bool number = takes_numbers<T> && (word(value) == "0" || word(value) == "1");
            if (!number) out_ += '"';
            out_ += word(value);
            if (!number) out_ += '"';
        } else {
            Writer inner(out_);
            fields(inner, value);
            inner.close();
        }
    }

    void write(bool value) { out_ += value ? "true" : "false"; }
    void write(int value) { append_integer(out_, value); }
    void write(std::int64_t value) { append_integer(out_, value); }
    void write(milliseconds value) { append_integer(out_, value.count()); }
    void write(Side value) { append_integer(out_, engine::index(value)); }
    void write(std::uint64_t hash) { append_hash(out_, hash); }
    void write(const std::string& value) { append_text(out_, value); }
    void write(std::string_view value) { append_text(out_, value); }
    void write(const char* value) { append_text(out_, value); }

    void write(const RequestId& value) {
        std::visit([&](const auto& id_value) { write(id_value); }, value);
    }

    void write_list(const auto& values) {
        out_ += '[';
        bool first = true;
        for (const auto& value : values) {
            if (!first) out_ += ',';
            first = false;
            write(value);
        }
        out_ += ']';
    }
    template <class T>
    void write(const std::vector<T>& values) {
        write_list(values);
    }
    template <class T>
    void write(const std::array<T, 2>& values) {
        write_list(values);
    }

    template <class T>
    void write(const std::map<std::string, T>& values) {
        out_ += '{';
        bool first = true;
        for (const auto& [name, value] : values) {
            if (!first) out_ += ',';
            first = false;
            append_text(out_, name);
            out_ += ':';
            write(value);
        }
        out_ += '}';
    }

    template <class... Alternatives>
    void write(const std::variant<Alternatives...>& value) {
        Writer inner(out_);
        std::visit(
            [&](const auto& alternative) {
                inner.required("kind", tag(&alternative));
                fields(inner, alternative);
            },
            value);
        inner.close();
    }

    void write(const engine::Piece& piece) {
        out_ += '[';
        write(piece.square);
        out_ += ',';
        write(piece.side);
        out_ += ',';
        write(piece.kind);
        out_ += ',';
        write(piece.count);
        out_ += ']';
    }

    void write(const std::pair<std::string, std::string>& line) {
        write(std::array<std::string, 2>{line.first, line.second});
    }

    void write(const std::vector<engine::PieceKind>& kinds) {
        out_ += '{';
        bool first = true;
        for (const auto& kind : kinds) {
            if (!first) out_ += ',';
            first = false;
            append_text(out_, kind.id);
            out_ += ':';
            Writer inner(out_);
            inner.required("shape", kind.shape);
            inner.required("letter", kind.letter);
            inner.required("label", kind.label);
            inner.close();
        }
        out_ += '}';
    }

    std::string& out_;
    bool first_ = true;
};

}  // namespace pentad::protocol::wire

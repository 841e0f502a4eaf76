#pragma once

#include <array>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/utf8.hpp"
#include "protocol/wire/document.hpp"
#include "protocol/wire/enums.hpp"
#include "protocol/wire/limit.hpp"
#include "protocol/wire/shape_fields.hpp"
#include "protocol/wire/text.hpp"

namespace pentad::protocol::wire {

/// The first problem: where, using the protocol's names only, and what.
struct Problem {
    bool found = false;
    bool of_type = false;  ///< the value has another JSON type than its field
    std::string path;
    std::string text;

    /// False, so that a reading function can `return problem.is(...)`.
    bool is(std::string_view what) {
        if (!found) text = what;
        found = true;
        return false;
    }
    bool is_of_type(std::string_view what) {
        if (!found) of_type = true;
        return is(what);
    }
    bool is_within(std::string_view name) {
        const bool joined = path.empty() || path.front() == '[';
        path = std::string(name) + (joined ? "" : ".") + path;
        return false;
    }
    std::string sentence() const { return path + " " + text; }
};

enum class Strictness {
    strict,  ///< for requests: checks every limit
    lenient  ///< for messages of a server: checks types and words
};

/// Reads the fields of an object; a visitor as shape_fields.hpp describes. Stops at the first problem.
template <Strictness strictness>
class Reader {
  public:
    Reader(Value object, Problem& problem) : object_(object), problem_(problem) {}

    template <class T>
    void required(std::string_view name, T& value, Limit limit = {}) {
        if (problem_.found) return;
        if (const auto field = object_.find(name)) {
            within(name, read(*field, value, limit));
        } else {
            problem_.is("is missing");
            problem_.is_within(name);
        }
    }

    template <class T>
    void optional(std::string_view name, std::optional<T>& value, Limit limit = {}) {
        if (problem_.found) return;
        if (const auto field = object_.find(name)) within(name, read(*field, value.emplace(), limit));
    }

    template <class T>
    void nullable(std::string_view name, std::optional<T>& value, Limit limit = {}) {
        const auto field = object_.find(name);
        if (field && !field->is_null()) optional(name, value, limit);
    }

    template <class T>
    void defaulted(std::string_view name, T& value, const std::type_identity_t<T>& standard,
                   Limit limit = {}) {
        if (problem_.found) return;
        const auto field = object_.find(name);
        if (field)
            within(name, read(*field, value, limit));
        else
            value = standard;
    }

    void object(std::string_view name, auto visit) {
        if (problem_.found) return;
        const auto field = object_.find(name);
        if (!field || !field->is_object()) {
            constexpr std::string_view what = "must be an object";
            within(name, field ? problem_.is_of_type(what) : problem_.is(what));
            return;
        }
        Reader inner(*field, problem_);
        visit(inner);
        within(name, !problem_.found);
    }

    void constant(std::string_view, const auto&) {}

    template <class T>
    void one_or_many(std::string_view one, std::string_view many, std::vector<T>& values, Limit limit) {
        if (problem_.found) return;
        const auto single = object_.find(one);
        if (single && object_.find(many)) {
            within(one, problem_.is("and the list of them must not both be there"));
        } else if (single) {
            within(one, read(*single, values.emplace_back(), limit));
        } else {
            defaulted(many, values, {}, limit);
        }
    }

    void about(std::string_view) {}
    void about(std::string_view, std::string_view) {}
    void require(bool condition, std::string_view text) {
        if (!condition && !problem_.found) problem_.is(text);
    }

    /// Reads any value; false when there was a problem.
    template <class T>
    bool read(Value json, T& value, Limit) {
        if constexpr (requires { Words<T>::words; })
            return read_word(json, value);
        else
            return read_fields(json, value);
    }

  private:
    static constexpr bool strict = strictness == Strictness::strict;

    void within(std::string_view name, bool good) {
        if (!good) problem_.is_within(name);
    }

    template <class T>
    bool read_fields(Value json, T& value) {
        if (!json.is_object()) return problem_.is_of_type("must be an object");
        Reader inner(json, problem_);
        fields(inner, value);
        return !problem_.found;
    }

    bool read(Value json, bool& value, Limit) {
        const auto boolean = json.boolean();
        if (!boolean) return problem_.is_of_type("must be true or false");
        value = *boolean;
        return true;
    }

    template <class Integer>
    bool read_integer(Value json, Integer& value, std::int64_t min, std::int64_t max) {
        const auto integer = json.integer();
        if (!integer || *integer < min || *integer > max) {
            const std::string what =
                "must be an integer from " + std::to_string(min) + " to " + std::to_string(max);
            return integer ? problem_.is(what) : problem_.is_of_type(what);
        }
        value = static_cast<Integer>(*integer);
        return true;
    }

    bool read(Value json, int& value, Limit limit) {
        constexpr std::int64_t all = std::numeric_limits<int>::max();
        if (!strict) return read_integer(json, value, -all, all);
        return read_integer(json, value, limit.min, limit.max < 0 ? all : limit.max);
    }
    bool read(Value json, std::int64_t& value, Limit limit) {
        if (!strict) return read_integer(json, value, -limits::integer, limits::integer);
        return read_integer(json, value, limit.min, limit.max < 0 ? limits::integer : limit.max);
    }
    bool read(Value json, milliseconds& value, Limit limit) {
        std::int64_t count = 0;
        if (!read(json, count, limit)) return false;
        value = milliseconds(count);
        return true;
    }
    bool read(Value json, Side& value, Limit) {
        int seat = 0;
        if (!read_integer(json, seat, 0, 1)) return false;
        value = static_cast<Side>(seat);
        return true;
    }

    bool read(Value json, std::string& value, Limit limit) {
        const auto text = json.text();
        if (!text) return problem_.is_of_type("must be text");
        if constexpr (strict) {
            const auto length = static_cast<std::int64_t>(count_code_points(*text));
            if (length < limit.min) return problem_.is("must not be empty");
            const auto max = limit.max < 0 ? limits::id : limit.max;
            if (length > max) return problem_.is("must not be longer than " + std::to_string(max));
        }
        value = *text;
        return true;
    }

    bool read(Value json, std::uint64_t& hash, Limit) {
        const auto text = json.text();
        const auto read = text ? read_hash(*text) : std::nullopt;
        constexpr std::string_view what = "must be 16 lower-case hexadecimal digits";
        if (!read) return text ? problem_.is(what) : problem_.is_of_type(what);
        hash = *read;
        return true;
    }

    template <class Enum>
    bool read_word(Value json, Enum& value) {
        constexpr auto& words = Words<Enum>::words;
        std::string number;
        if constexpr (takes_numbers<Enum>)
            if (const auto integer = json.integer()) number = std::to_string(*integer);
        const auto text = json.text();
        for (std::size_t i = 0; i < words.size(); ++i) {
            const bool digit = words[i] == "0" || words[i] == "1";
            const bool as_text = text == words[i] && (!digit || takes_number_texts<Enum>);
            if (!as_text && number != words[i]) continue;
            value = static_cast<Enum>(i);
            return true;
        }
        std::string list;
        for (const auto word : words) list += (list.empty() ? "" : ", ") + std::string(word);
        const bool fits = text || (takes_numbers<Enum> && json.integer());
        return fits ? problem_.is("must be one of " + list) : problem_.is_of_type("must be one of " + list);
    }

    template <class T>
    bool read(Value json, std::vector<T>& values, Limit limit) {
        if (!json.is_array()) return problem_.is_of_type("must be an array");
        values.clear();
        for (auto element = json.first(); element; element = element->next()) {
            if (strict && limit.count >= 0 && static_cast<std::int64_t>(values.size()) == limit.count)
                return problem_.is("must not have more than " + std::to_string(limit.count) + " elements");
            T& value = values.emplace_back();
            if (!read_element(*element, value, values.size() - 1, limit)) return false;
        }
        return true;
    }

    template <class T>
    bool read(Value json, std::array<T, 2>& values, Limit limit) {
        const auto first = json.is_array() ? json.first() : std::nullopt;
        const auto second = first ? first->next() : std::nullopt;
        if (!second || second->next()) {
            constexpr std::string_view what = "must be an array of two";
            return json.is_array() ? problem_.is(what) : problem_.is_of_type(what);
        }
        return read_element(*first, values[0], 0, limit) && read_element(*second, values[1], 1, limit);
    }

    template <class T>
    bool read_element(Value json, T& value, std::size_t index, Limit limit) {
        return read(json, value, limit) || problem_.is_within("[" + std::to_string(index) + "]");
    }

    template <class T>
    bool read(Value json, std::map<std::string, T>& values, Limit limit) {
        if (!json.is_object()) return problem_.is_of_type("must be an object");
        for (auto member = json.first(); member; member = member->next()) {
            if (strict && limit.count >= 0 && static_cast<std::int64_t>(values.size()) == limit.count)
                return problem_.is("must not have more than " + std::to_string(limit.count) + " members");
            if (strict && member->key().size() > limits::token) return problem_.is("has too long a key");
            // Keys are the sender's text and stay out of the message.
            if (!read(*member, values[std::string(member->key())], {limit.min, limit.max, -1}))
                return problem_.is_within("*");
        }
        return true;
    }

    template <class... Alternatives>
    bool read(Value json, std::variant<Alternatives...>& value, Limit) {
        const auto kind = json.find("kind");
        const auto text = kind ? kind->text() : std::nullopt;
        if (!text) {
            constexpr std::string_view what = "must be an object with a kind";
            return json.is_object() && !kind ? problem_.is(what) : problem_.is_of_type(what);
        }
        bool known = false;
        bool good = false;
        const auto try_one = [&]<class Alternative>(const Alternative* none) {
            if (known || *text != tag(none)) return;
            known = true;
            good = read_fields(json, value.template emplace<Alternative>());
        };
        (try_one(static_cast<const Alternatives*>(nullptr)), ...);
        return known ? good : problem_.is("has a kind that is not known");
    }

    // A piece is [square, side, kind, count].
    bool read(Value json, engine::Piece& piece, Limit) {
        std::vector<Value> parts;
        if (json.is_array())
            for (auto part = json.first(); part; part = part->next()) parts.push_back(*part);
        if (parts.size() != 4) return problem_.is("must be an array of four");
        return read(parts[0], piece.square, {}) && read(parts[1], piece.side, {}) &&
               read(parts[2], piece.kind, {}) && read(parts[3], piece.count, {});
    }

    bool read(Value json, std::pair<std::string, std::string>& line, Limit) {
        std::array<std::string, 2> ends;
        if (!read(json, ends, {})) return false;
        line = {ends[0], ends[1]};
        return true;
    }

    // The kinds are an object whose keys are their ids.
    bool read(Value json, std::vector<engine::PieceKind>& kinds, Limit) {
        if (!json.is_object()) return problem_.is_of_type("must be an object");
        for (auto member = json.first(); member; member = member->next()) {
            engine::PieceKind& kind = kinds.emplace_back();
            kind.id = member->key();
            Reader inner(*member, problem_);
            inner.required("shape", kind.shape);
            inner.required("letter", kind.letter);
            inner.required("label", kind.label);
            if (problem_.found) return problem_.is_within("*");
        }
        return true;
    }

    Value object_;
    Problem& problem_;
};

}  // namespace pentad::protocol::wire

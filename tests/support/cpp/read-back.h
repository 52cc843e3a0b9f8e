// Reads exported files into the generated types, strictly, and writes them again: what is lost or changed on the way is noticed by the
// test that compares both.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/** A parsed value; text is that of a string, or the digits of a number. */
struct Json {
  enum Kind { Null, False, True, Number, Text, List, Object } kind = Null;
  std::string text;
  std::vector<Json> entries;
  std::vector<std::pair<std::string, Json>> properties;
};

[[noreturn]] inline void fail(const std::string& what) {
  std::cerr << what << "\n";
  std::exit(1);
}

/** Parses what JSON.stringify writes. */
class Parser {
 public:
  explicit Parser(std::string source) : source(std::move(source)) {}

  Json parse() {
    skip();
    Json json;
    const char next = peek();
    if (next == '{') {
      json.kind = Json::Object;
      each('}', [&] {
        std::string key = parse().text;
        skip();
        take(':');
        json.properties.emplace_back(key, parse());
      });
    } else if (next == '[') {
      json.kind = Json::List;
      each(']', [&] { json.entries.push_back(parse()); });
    } else if (next == '"') {
      json.kind = Json::Text;
      json.text = string();
    } else {
      while (place < source.size() && std::string(",]} \n").find(peek()) == std::string::npos) json.text += source[place++];
      json.kind = json.text == "null" ? Json::Null : json.text == "true" ? Json::True : json.text == "false" ? Json::False : Json::Number;
    }
    return json;
  }

 private:
  std::string source;
  std::size_t place = 0;

  char peek() const { return place < source.size() ? source[place] : '\0'; }

  void skip() {
    while (peek() == ' ' || peek() == '\n') place++;
  }

  void take(char expected) {
    if (peek() != expected) fail(std::string("expected ") + expected + " at " + std::to_string(place));
    place++;
  }

  template <class Entry>
  void each(char end, Entry entry) {
    place++;
    skip();
    while (peek() != end) {
      entry();
      skip();
      if (peek() != end) take(',');
    }
    place++;
  }

  std::string string() {
    std::string text;
    take('"');
    while (peek() != '"') {
      if (peek() != '\\') {
        text += source[place++];
        continue;
      }
      place++;
      const char kind = source[place++];
      const std::string kinds = "nrtbf", meanings = "\n\r\t\b\f";
      const std::size_t known = kinds.find(kind);
      if (kind == 'u') {
        text += static_cast<char>(std::stoi(source.substr(place, 4), nullptr, 16));
        place += 4;
      } else {
        text += known == std::string::npos ? kind : meanings[known];
      }
    }
    place++;
    return text;
  }
};

inline void expect(bool holds, const Json& json, const char* type) {
  if (!holds) fail(std::string("not ") + type + ": kind " + std::to_string(json.kind) + " " + json.text);
}

inline void read(const Json& json, std::string& value) {
  expect(json.kind == Json::Text, json, "a text");
  value = json.text;
}
inline void read(const Json& json, bool& value) {
  expect(json.kind == Json::True || json.kind == Json::False, json, "a boolean");
  value = json.kind == Json::True;
}
inline void read(const Json& json, double& value) {
  expect(json.kind == Json::Number, json, "a number");
  value = std::strtod(json.text.c_str(), nullptr);
}
inline void read(const Json& json, std::int64_t& value) {
  expect(json.kind == Json::Number && json.text.find_first_of(".e") == std::string::npos, json, "an integer");
  value = std::strtoll(json.text.c_str(), nullptr, 10);
}
template <class T>
void read(const Json& json, T& value);
template <class T>
void read(const Json& json, std::optional<T>& value);
template <class T>
void read(const Json& json, std::vector<T>& value);
inline void read(const Json& json, std::map<std::string, std::string>& value) {
  expect(json.kind == Json::Object, json, "texts");
  for (const auto& [key, text] : json.properties) read(text, value[key]);
}
template <class... Shapes>
void read(const Json& json, std::variant<Shapes...>& value);

template <class T>
void read(const Json& json, std::optional<T>& value) {
  if (json.kind == Json::Null) return;
  read(json, value.emplace());
}
template <class T>
void read(const Json& json, std::vector<T>& value) {
  expect(json.kind == Json::List, json, "a list");
  for (const Json& entry : json.entries) read(entry, value.emplace_back());
}

/** Reads an object that has exactly the properties of its type, in their order. */
struct Reading {
  const Json& json;
  std::size_t place = 0;

  template <class T>
  void operator()(const char* key, T& member) {
    if (place >= json.properties.size() || json.properties[place].first != key) fail(std::string("no ") + key);
    read(json.properties[place++].second, member);
  }
};
template <class T>
void read(const Json& json, T& value) {
  expect(json.kind == Json::Object, json, "an object");
  Reading reading{json};
  T::visit(value, reading);
  if (reading.place != json.properties.size()) fail("unknown " + json.properties[reading.place].first);
}

template <class Shape>
bool fits(const Json& json) {
  for (const auto& [key, value] : json.properties)
    if (key == Shape::shape_key) return Shape::shape == nullptr ? value.kind == Json::Null : value.text == Shape::shape;
  return false;
}
template <class... Shapes>
void read(const Json& json, std::variant<Shapes...>& value) {
  const bool found = ((fits<Shapes>(json) && (read(json, value.template emplace<Shapes>()), true)) || ...);
  if (!found) fail("a row of no shape");
}

inline void write(std::ostream& out, const std::string& text) {
  out << '"';
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
    if (byte < 0x20 || byte == '"' || byte == '\\') {
      out << escaped;
    } else {
      out << character;
    }
  }
  out << '"';
}
inline void write(std::ostream& out, bool value) { out << (value ? "true" : "false"); }
inline void write(std::ostream& out, std::int64_t value) { out << value; }
inline void write(std::ostream& out, double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  out << digits;
}
template <class T>
void write(std::ostream& out, const T& value);
template <class T>
void write(std::ostream& out, const std::optional<T>& value);
template <class T>
void write(std::ostream& out, const std::vector<T>& value);
inline void write(std::ostream& out, const std::map<std::string, std::string>& value) {
  const char* before = "{";
  for (const auto& [key, text] : value) {
    out << before;
    write(out, key);
    out << ':';
    write(out, text);
    before = ",";
  }
  out << (value.empty() ? "{}" : "}");
}
template <class... Shapes>
void write(std::ostream& out, const std::variant<Shapes...>& value) {
  std::visit([&](const auto& row) { write(out, row); }, value);
}

struct Writing {
  std::ostream& out;
  const char* before = "{";

  template <class T>
  void operator()(const char* key, const T& member) {
    out << before;
    write(out, std::string(key));
    out << ':';
    write(out, member);
    before = ",";
  }
};
template <class T>
void write(std::ostream& out, const T& value) {
  Writing writing{out};
  T::visit(value, writing);
  out << (*writing.before == '{' ? "{}" : "}");
}
template <class T>
void write(std::ostream& out, const std::optional<T>& value) {
  if (value) {
    write(out, *value);
  } else {
    out << "null";
  }
}
template <class T>
void write(std::ostream& out, const std::vector<T>& value) {
  const char* before = "[";
  for (const T& entry : value) {
    out << before;
    write(out, entry);
    before = ",";
  }
  out << (value.empty() ? "[]" : "]");
}

/** Reads a file of a folder as a list of T, and writes it next to it. */
template <class T>
void read_back(const char* file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  std::vector<T> items;
  std::cerr << file << ": ";
  read(Parser(text.str()).parse(), items);
  std::ofstream out(std::string(file) + ".back");
  write(out, items);
  std::cerr << "read\n";
}

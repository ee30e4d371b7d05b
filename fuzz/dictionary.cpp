// dictionary.cpp -- words of scenario files for the fuzzer, from the cards and from the reader's own lists of keys
#include <cstdio>
#include <string>

#include "catalogue/catalogue.hpp"
#include "scenario/section.hpp"

int main() {
  using namespace polhode;
  const auto word = [](const std::string& text) { std::printf("\"%s\"\n", text.c_str()); };
  const auto quoted = [&](const std::string& text) { word("\\\"" + text + "\\\""); };
  for (const auto& keys :
       {reading::kTopKeys, reading::kBodyKinds, reading::kInitialKeys, reading::kEulerKeys, reading::kRunKeys,
        reading::kEnsembleKeys, reading::kVaryKeys, reading::kObjectKeys, reading::Names{"kind"} + reading::kTorqueKeys,
        reading::Names{} + reading::kTorqueTableKeys, reading::Names{} + reading::kBodyKeys})
    for (const std::string& key : keys) word(key + " = ");
  for (const std::string& shape : reading::kShapes) quoted(shape);
  for (const std::string& sequence : reading::kEulerSequences) quoted(sequence);
  for (const char* quantity :
       {"30 deg", "5 deg/s", "12 rpm", "2 h", "3 kg cm2", "10 km3/s^2", "1 N m s/rad", "1e3 mm-2"})
    quoted(quantity);
  for (const TorqueInfo* card : torque_cards()) {
    if (!card->in_files) continue;
    quoted(std::string(card->kind));
    if (!card->table.empty()) word("[torque." + std::string(card->table) + "]");
    for (const TorqueKey& key : card->keys)
      for (const std::string_view one : key.words) quoted(std::string(one));
  }
  for (const std::string& method : method_names()) quoted(method);
  for (const char* table :
       {"[body]", "[initial]", "[[torque]]", "[run]", "[torque]", "[ensemble]", "[[vary]]", "[object]"})
    word(table);
  for (const char* value : {"true", "false", "nan", "inf", "-inf", "1e308", "1e-320", "0x7fffffffffffffff", "-0.0",
                            "'''", "{", "}", "\\x00", "\\xEF\\xBB\\xBF"})
    word(value);
}

// refusal.cpp -- why nothing was begun
#include "output/refusal.hpp"

#include "output/metadata.hpp"

namespace polhode {

namespace {

std::string lines_of(std::span<const InputFault> faults) {
  std::string text;
  for (const InputFault& fault : faults) {
    const Fault& in_file = fault;
    text += faults_text(fault.file.empty() ? "polhode" : fault.file, {&in_file, 1});
  }
  return text;
}

}  // namespace

InputFault fault_of(const std::string& message) {
  const std::size_t colon = message.find(": ");
  const bool flag = message.starts_with('-') && colon != std::string::npos && message.find(' ') > colon;
  if (!flag) return {{.line = 0, .key = "", .message = message}, ""};
  return {{.line = 0, .key = message.substr(0, colon), .message = message.substr(colon + 2)}, ""};
}

Refusal::Refusal(std::vector<InputFault> faults) : runtime_error(lines_of(faults)), faults_(std::move(faults)) {}
Refusal::Refusal(const std::string& message) : Refusal({fault_of(message)}) {}

std::string Refusal::json() const {
  using Json = nlohmann::ordered_json;
  const auto or_null = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
  Json list = Json::array();
  for (const InputFault& fault : faults_)
    list.push_back({{"file", or_null(fault.file)},
                    {"line", fault.line > 0 ? Json(fault.line) : Json(nullptr)},
                    {"key", or_null(fault.key)},
                    {"message", fault.message}});
  return text_of({{"outcome", "refused"}, {"faults", std::move(list)}});
}

}  // namespace polhode

// attitude_tables.cpp -- attitudes without momentum and energy as CSV and as arrays of numpy
#include <fmt/format.h>

#include "output/attitude_files.hpp"
#include "output/metadata.hpp"
#include "output/npy.hpp"
#include "output/number.hpp"
#include "output/stream.hpp"
#include "output/zip.hpp"

namespace polhode {

namespace {

/// What the header lines of polhode verify say; in this order.
std::vector<std::pair<std::string, std::string>> header_of(const AttitudeData& data) {
  const SpaceObject& object = data.object;
  std::vector<std::pair<std::string, std::string>> all{{"quaternion", "wxyz body->space"}, {"omega", "body"}};
  if (!data.rates) all.emplace_back("rates", "made from the attitude");
  if (!object.name.empty()) all.emplace_back("object", one_line(object.name));
  if (!object.id.empty()) all.emplace_back("id", one_line(object.id));
  if (object.epoch && object.time_system == "UTC") all.emplace_back("epoch", date_text(*object.epoch) + "Z");
  if (object.said) all.emplace_back("frame", object.frame);
  return all;
}

}  // namespace

void write_attitude_csv(std::FILE* file, const AttitudeData& data) {
  std::string head;
  for (const std::string& comment : data.comments) head += "# " + one_line(comment) + "\n";
  for (const auto& [key, value] : header_of(data)) head += fmt::format("# {}: {}\n", key, value);
  put(file, head + "t,qw,qx,qy,qz,wx,wy,wz\n");
  std::string text;
  data.rows([&](std::span<const Row> some) {
    for (const Row& row : some) {
      fmt::format_to(std::back_inserter(text), "{}", row.t);
      for (const double x : {row.q.w, row.q.v.x, row.q.v.y, row.q.v.z, row.w.x, row.w.y, row.w.z}) {
        char number[kNumberChars];
        text += ',';
        text.append(number, print17(number, x));
      }
      text += '\n';
      if (text.size() > 1 << 16) put(file, text), text.clear();
    }
  });
  put(file, text);
}

void write_attitude_npz(std::FILE* file, const AttitudeData& data) {
  std::string t, q, w;
  std::size_t count = 0;
  const auto append = [](std::string& to, const auto& what) {
    to.append(reinterpret_cast<const char*>(&what), sizeof what);
  };
  data.rows([&](std::span<const Row> some) {
    count += some.size();
    for (const Row& row : some) append(t, row.t), append(q, row.q), append(w, row.w);
  });
  StoredZip zip(file, t.size() + q.size() + w.size() > StoredZip::kLargest / 2);
  const auto add = [&](const std::string& name, const std::string& bytes) {
    zip.begin(name + ".npy", bytes.size(), checksum(0, bytes));
    zip.append(bytes);
  };
  add("t", npy_head("<f8", fmt::format("({},)", count)) + t);
  add("q", npy_head("<f8", fmt::format("({}, 4)", count)) + q);
  add("w", npy_head("<f8", fmt::format("({}, 3)", count)) + w);
  for (const auto& [key, value] : header_of(data)) add(key, npy_text(value));
  zip.finish();
}

}  // namespace polhode

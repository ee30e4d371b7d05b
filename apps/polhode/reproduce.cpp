// reproduce.cpp -- `polhode reproduce`: the papers' tables and figures, made again
#include <chrono>
#include <cstdio>

#include <unistd.h>

#include "catalogue/catalogue.hpp"
#include "commands.hpp"
#include "report.hpp"

namespace polhode::program {

int reproduce(const ReproduceOptions& options) {
  using reproduce::Item, reproduce::Made;
  const std::vector<Item> items = reproduce::all_items();
  if (options.list) {
    for (const Item& item : items)
      std::printf("%-22s %s, %s%s\n", std::string(item.key).c_str(), std::string(item.title).c_str(),
                  std::string(item.page).c_str(), item.by_default ? "" : " (long; only when named)");
    return kDone;
  }
  std::vector<std::string> names;
  for (const Item& item : items) names.emplace_back(item.key);
  std::vector<const Item*> chosen;
  if (options.keys.empty())
    for (const Item& item : items)
      if (item.by_default) chosen.push_back(&item);
  for (const std::string& key : options.keys) {
    const std::size_t before = chosen.size();
    for (const Item& item : items)
      if (item.key == key || (item.by_default && item.key.starts_with(key + "-"))) chosen.push_back(&item);
    if (chosen.size() == before) {
      const std::string near = nearest(key, names);
      return bad_input("reproduce: there is no \"" + key + "\"" +
                       (near.empty() ? "" : "; did you mean \"" + near + "\"?") +
                       " (polhode reproduce --list has them all)");
    }
  }
  const bool show = !options.talk.quiet && isatty(STDERR_FILENO) != 0;
  std::vector<Made> made;
  for (const Item* item : chosen) {
    if (show) std::fprintf(stderr, "\r\033[K%s ...", std::string(item->key).c_str());
    const auto start = std::chrono::steady_clock::now();
    made.push_back({*item, item->make(), 0});
    made.back().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (show) std::fprintf(stderr, "\r\033[K");
    if (!options.talk.json && !options.talk.quiet) {
      std::fputs(as_text(made.back()).c_str(), stdout);
      std::fflush(stdout);
    }
  }
  if (!options.folder.empty()) write_report(options.folder, made);
  if (options.talk.json) std::fputs(as_json(made).c_str(), stdout);
  if (!options.folder.empty() && !options.talk.json && !options.talk.quiet)
    std::printf("report: %s/index.html\n", options.folder.c_str());
  return kDone;
}

}  // namespace polhode::program

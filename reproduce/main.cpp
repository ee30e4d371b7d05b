// main.cpp -- polhode-reproduce: the papers' tables and figures, made again; `polhode reproduce` hands over to it
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "catalogue/catalogue.hpp"
#include "output/files.hpp"
#include "output/refusal.hpp"
#include "page.hpp"
#include "report.hpp"

namespace polhode::reproduce {
namespace {

/// As those of polhode: 0 done; 1 numerical failure, a verdict that changed, or a file that cannot be written; 2 bad
/// input.
constexpr int kDone = 0, kFailed = 1, kBadInput = 2;

struct Options {
  std::vector<std::string> keys;
  std::string folder, against;
  bool list = false, json = false, quiet = false;
};

int refused(const Refusal& refusal, bool json) {
  std::fputs(refusal.what(), stderr);
  if (json) std::printf("%s\n", refusal.json().c_str());
  return kBadInput;
}

Page page_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in || text.empty()) throw Refusal("--against: " + file + " cannot be read, or is empty");
  try {
    return read_page(text);
  } catch (const InvalidInput& error) {
    throw Refusal("--against: " + file + ": " + error.what());
  }
}
/// Says what is not as on the page. Whether a verdict has changed that does not hang on the speed of the machine.
bool has_changed(const Page& page, std::span<const Made> made) {
  bool changed = false;
  for (const Change& c : changes(page, made)) {
    std::fprintf(stderr, "%s\n", to_text(c).c_str());
    changed = changed || !c.measured_time;
  }
  return changed;
}

int make(const Options& options) {
  const std::vector<Item> items = all_items();
  if (options.list) {
    for (const Item& item : items)
      std::printf("%-22s %s, %s\n", std::string(item.key).c_str(), std::string(item.title).c_str(),
                  std::string(item.page).c_str());
    return kDone;
  }
  Page page;
  if (!options.against.empty()) page = page_of(options.against);
  std::error_code none;  // a page that is not there is replaced by nothing
  if (!options.folder.empty() && !options.against.empty() &&
      std::filesystem::equivalent(std::filesystem::path(options.folder) / kPageFile, options.against, none))
    throw Refusal("--against: " + options.against + " would be replaced by -o " + options.folder);
  std::vector<std::string> names;
  for (const Item& item : items) names.emplace_back(item.key);
  std::vector<const Item*> chosen;
  if (options.keys.empty())
    for (const Item& item : items) chosen.push_back(&item);
  for (const std::string& key : options.keys) {
    const std::size_t before = chosen.size();
    for (const Item& item : items)
      if (item.key == key || item.key.starts_with(key + "-")) chosen.push_back(&item);
    if (chosen.size() == before) {
      const std::string near = nearest(key, names);
      throw Refusal("reproduce: there is no \"" + key + "\"" +
                    (near.empty() ? "" : "; did you mean \"" + near + "\"?") +
                    " (polhode reproduce --list has them all)");
    }
  }
  const bool show = !options.quiet && isatty(STDERR_FILENO) != 0;
  std::vector<Made> made;
  for (const Item* item : chosen) {
    if (show) std::fprintf(stderr, "\r\033[K%s ...", std::string(item->key).c_str());
    const auto start = std::chrono::steady_clock::now();
    made.push_back({*item, item->make(), 0});
    made.back().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (show) std::fprintf(stderr, "\r\033[K");
    if (!options.json && !options.quiet) {
      std::fputs(as_text(made.back()).c_str(), stdout);
      std::fflush(stdout);
    }
  }
  if (made.size() > 1 && !options.json && !options.quiet) std::fputs(summary(made).c_str(), stdout);
  if (!options.folder.empty()) write_report(options.folder, made);
  if (options.json) std::fputs(as_json(made).c_str(), stdout);
  if (!options.folder.empty() && !options.json && !options.quiet)
    std::printf("report: %s/index.html\n", options.folder.c_str());
  return !options.against.empty() && has_changed(page, made) ? kFailed : kDone;
}

}  // namespace
}  // namespace polhode::reproduce

int main(int argc, char** argv) {
  using namespace polhode::reproduce;
  Options options;
  // Users call it by this name.
  CLI::App app("the papers' tables and figures: printed, ours, verdict", "polhode reproduce");
  app.get_formatter()->column_width(34);
  app.footer(
      "\nExit codes: 0 done, 1 a verdict changed, numerical failure or a file that cannot be written, 2 bad input.");
  app.add_option("KEY", options.keys, "buss-fig4, or buss for all of that paper; none: all of all papers");
  app.add_option("-o,--output", options.folder, "folder for CSV, SVG and the report index.html");
  app.add_option("--against", options.against,
                 "a page that was written before (" + std::string(kPage) + "): exit 1 if a verdict is another");
  app.add_flag("--list", options.list, "list the keys");
  app.add_flag("--json", options.json, "print one JSON object instead of text");
  app.add_flag("-q,--quiet", options.quiet, "print nothing but faults");
  const bool json = std::ranges::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
  try {
    app.parse(argc, argv);
    return make(options);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    return refused(polhode::Refusal(std::string(error.what()) + " (see polhode reproduce --help)"), json);
  } catch (const polhode::Refusal& error) {
    return refused(error, json);
  } catch (const polhode::InvalidInput& error) {
    return refused(polhode::Refusal(error.what()), json);
  } catch (const polhode::OutputError& error) {
    std::fprintf(stderr, "polhode: %s\n", error.what());
    return kFailed;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "polhode: internal error: %s\n", error.what());
    return kFailed;
  }
}

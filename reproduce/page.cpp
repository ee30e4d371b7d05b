// page.cpp -- the page of all verdicts: written, read again, and held against what is made now
#include "page.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "output/stream.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode::reproduce {

namespace {

constexpr std::string_view kMeasuredTime = " [a measured time]";
constexpr std::string_view kSumHeads = "| verdict | what it means | five papers | elsewhere |";
constexpr std::string_view kEntryHeads = "| row | column | printed | ours | verdict |";

std::string cell(std::string_view text) {
  std::string safe = one_line(text);
  for (std::size_t at = 0; (at = safe.find('|', at)) != safe.npos; at += 2) safe.insert(at, "\\");
  return safe;
}
/// The cells of a line of a table.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> all;
  std::string text;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
      text += line[++i];
    else if (line[i] == '|')
      all.push_back(text.substr(1, text.size() < 2 ? 0 : text.size() - 2)), text.clear();
    else
      text += line[i];
  }
  return all;
}

/// How the text of each class begins. No text of one begins as another's.
constexpr std::string_view kBeginnings[kClasses] = {
    "same digits", "within ",        "number holds", "differs: ",         "differs, cause unknown",
    "holds",       "implied, holds", "excluded",     "another program: ", "not counted"};
std::optional<Class> class_of(std::string_view told) {
  for (std::size_t i = 0; i < kClasses; ++i)
    if (told.starts_with(kBeginnings[i])) return Class(i);
  return {};
}

int number(std::string_view text) {
  int value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

constexpr std::string_view kMeaning[kClasses] = {
    "a number is printed, and ours has its digits",
    "a number is printed, and ours is within the per cent that the entry says",
    "a number is said in words, \"about six\", \"of the size of 1e-3\", and ours is so by the criterion in the entry",
    "the command behind the reason shows why",
    "no run shows the cause",
    "there are words; they hold by our criterion, which stands in the entry and in the code before the run",
    "the paper does not say it, but its method should have the property; by the criterion in the entry",
    "what might be the cause of a difference, tried: by the criterion in the entry it is not",
    "nobody printed the number: a program written apart from ours, or an engine, gives it, and ours agrees",
    "cannot fail, or a printed number that goes into ours: shown, and in no sum"};

std::vector<PageSum> empty_sums() {
  std::vector<PageSum> sums;
  for (std::size_t i = 0; i < kClasses; ++i) sums.push_back({std::string(class_name(Class(i)))});
  return sums;
}
/// The item of a key; null if there is none.
const Item* item_of(std::string_view key) {
  static const std::vector<Item> items = all_items();
  const auto item = std::ranges::find(items, key, &Item::key);
  return item == items.end() ? nullptr : &*item;
}
void count(std::vector<PageSum>& sums, Class kind, bool papers) {
  PageSum& sum = sums[std::size_t(kind)];
  ++(papers ? sum.papers : sum.elsewhere);
}

}  // namespace

std::string told(const Verdict& v) {
  const std::string by = v.criterion.empty() ? "" : " (criterion: " + v.criterion + ")";
  const std::string_view why =
      std::string_view(v.text).starts_with("differs: ") ? std::string_view(v.text).substr(9) : "";
  const std::string begin(kBeginnings[std::size_t(v.kind)]);
  const auto text = [&]() -> std::string {
    switch (v.kind) {
      case Class::within:
        return v.text;
      case Class::other_program:
        return begin + v.text;
      case Class::shown_cause:
        return fmt::format("{}{} (shown by: {}){}", begin, why, v.shown_by, by);
      case Class::unknown_cause:
        return fmt::format("{}{}{}{}", begin, why == "not explained" ? "" : "; ", why == "not explained" ? "" : why,
                           by);
      case Class::not_counted:
        return v.text.substr(v.text.find(begin));
      default:
        return begin + by;
    }
  };
  return text() + std::string(v.measured_time ? kMeasuredTime : "");
}

std::string as_markdown(std::span<const Made> made) {
  std::vector<PageSum> sums = empty_sums();
  for (const Made& m : made)
    for (const Entry& e : m.result.entries) count(sums, e.verdict.kind, !m.item.paper.empty());
  std::string text = fmt::format(
      "# The papers, made again\n\n"
      "Written by `make docs`. *printed*: in the paper, or what it says; *ours*: what this run found. Times are of one "
      "machine;\ntheir ratios are what is compared. `polhode reproduce KEY` makes one of them again, `-o DIR` with "
      "pictures;\n`--against` this page compares the verdicts with these.\n\n{}\n|---|---|---|---|\n",
      kSumHeads);
  for (std::size_t i = 0; i < kClasses; ++i)
    text += fmt::format("| {} | {} | {} | {} |\n", sums[i].name, kMeaning[i], sums[i].papers, sums[i].elsewhere);
  text +=
      "\n"
      "| key | what | entries |\n|---|---|---|\n";
  for (const Made& m : made)
    text += fmt::format("| [{0}](#{0}) | {1}, {2}: {3} | {4} |\n", m.item.key, paper_of(m).name, cell(m.item.page),
                        cell(m.item.title), to_text(tally(m.result.entries)));
  for (const Made& m : made) {
    text += fmt::format("\n## {}\n\n{}, {}: {}.\n", m.item.key, paper_of(m).name, m.item.page, m.item.title);
    for (const std::string& note : m.result.notes) text += "\n- " + one_line(note);
    if (!m.result.notes.empty()) text += "\n";
    if (m.result.entries.empty()) continue;
    text += fmt::format("\n{}\n|---|---|---|---|---|\n", kEntryHeads);
    for (const Entry& e : m.result.entries)
      text += fmt::format("| {} | {} | {} | {} | {} |\n", cell(e.row), cell(e.column), cell(e.printed), cell(e.ours),
                          cell(told(e.verdict)));
  }
  return text;
}

Page read_page(std::string_view text) {
  Page page;
  std::string key;
  std::string_view heads;
  int line_number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number;
    if (line.starts_with("## ")) key = line.substr(3);
    if (line.starts_with("|---")) continue;
    if (!line.starts_with("|")) {
      heads = {};
      continue;
    }
    if (heads.empty()) {
      heads = line;
      continue;
    }
    const std::vector<std::string> c = cells(line);
    const auto refuse = [&](const char* what) {
      throw InvalidInput(fmt::format("line {}: {}: {}", line_number, what, line));
    };
    if (heads == kSumHeads) {
      if (c.size() != 4) refuse("a line of sums has four cells");
      page.sums.push_back({c[0], number(c[2]), number(c[3])});
    } else if (heads == kEntryHeads) {
      if (c.size() != 5) refuse("an entry has five cells");
      const std::optional<Class> kind = class_of(c[4]);
      if (!kind) refuse("no verdict begins like this");
      page.entries.push_back({key, c[0], c[1], c[2], c[3], *kind, c[4].ends_with(kMeasuredTime)});
    }
  }
  if (page.entries.empty()) throw InvalidInput("no entry is in it; it must be a page that polhode reproduce -o wrote");
  return page;
}

std::vector<PageSum> recount(const Page& page) {
  std::vector<PageSum> sums = empty_sums();
  for (const PageEntry& e : page.entries) {
    const Item* item = item_of(e.key);
    count(sums, e.kind, item != nullptr && !item->paper.empty());
  }
  return sums;
}

std::vector<Change> changes(const Page& page, std::span<const Made> made) {
  std::vector<Change> all;
  const auto gone = [&](const PageEntry& old) {
    all.push_back(
        {old.key, old.row, old.column, old.printed, std::string(class_name(old.kind)), "", old.measured_time});
  };
  for (const PageEntry& old : page.entries)
    if (item_of(old.key) == nullptr) gone(old);
  for (const Made& m : made) {
    std::vector<PageEntry> before;
    std::ranges::copy_if(page.entries, std::back_inserter(before),
                         [&](const PageEntry& e) { return e.key == m.item.key; });
    for (const Entry& e : m.result.entries) {
      Change here{std::string(m.item.key),
                  one_line(e.row),
                  one_line(e.column),
                  one_line(e.printed),
                  "",
                  std::string(class_name(e.verdict.kind)),
                  e.verdict.measured_time};
      const auto same = std::ranges::find_if(before, [&](const PageEntry& old) {
        return old.row == here.row && old.column == here.column && old.printed == here.printed;
      });
      if (same == before.end()) {
        all.push_back(std::move(here));
        continue;
      }
      if (same->kind != e.verdict.kind) {
        here.was = class_name(same->kind);
        here.measured_time = here.measured_time && same->measured_time;
        all.push_back(std::move(here));
      }
      before.erase(same);
    }
    std::ranges::for_each(before, gone);
  }
  return all;
}

std::string to_text(const Change& c) {
  const auto or_nothing = [](const std::string& name) { return name.empty() ? "no such entry" : name; };
  return fmt::format("{}: {}, {}, printed {}: {} on the page, now {}{}", c.key, c.row, c.column, c.printed,
                     or_nothing(c.was), or_nothing(c.now), c.measured_time ? kMeasuredTime : "");
}

}  // namespace polhode::reproduce

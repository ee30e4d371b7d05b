// report.cpp -- what was made again, as text, JSON, Markdown and one page
#include "report.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/files.hpp"
#include "output/stream.hpp"

namespace polhode::reproduce {

namespace {

/// The papers, as they are called in headings.
std::string paper_name(std::string_view key) {
  static const std::map<std::string_view, std::string> names{{"Buss2001", "Buss (2001)"},
                                                             {"CelledoniSafstrom2006", "Celledoni & Säfström (2006)"},
                                                             {"KryslEndres2004", "Krysl & Endres (2004)"},
                                                             {"HairerVilmart2006", "Hairer & Vilmart (2006)"},
                                                             {"Vilmart2013", "Vilmart (2013)"}};
  const auto found = names.find(key);
  return found == names.end() ? std::string("Beyond the five papers") : found->second;
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  return safe;
}
std::string cell(std::string_view text) {
  std::string safe = one_line(text);
  for (std::size_t at = 0; (at = safe.find('|', at)) != safe.npos; at += 2) safe.insert(at, "\\");
  return safe;
}

const char* kind(std::string_view verdict) {
  return verdict == "same" ? "same" : verdict.starts_with("within") ? "within" : "differs";
}

/// Characters, not bytes: all that columns of text need.
std::size_t width(std::string_view text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}
std::string padded(std::string_view text, std::size_t to) {
  std::string out(text);
  for (std::size_t n = width(text); n < to; ++n) out += ' ';
  return out;
}

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--fg:#1c2330;--soft:#5b6475;--bg:#fff;--card:#f5f6f8;--line:#dde1e7;--good:#14733b;--near:#7a5a00;--bad:#a32020;--link:#1f5fbf}
@media(prefers-color-scheme:dark){:root{--fg:#e6e9ef;--soft:#9aa4b5;--bg:#12151b;--card:#1b2029;--line:#2d3542;--good:#63c98c;--near:#e0b64a;--bad:#f08a80;--link:#83b4ff}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
main{max-width:70rem;margin:auto;padding:2rem 1.2rem 5rem}h1{font-size:1.9rem;margin:.2rem 0 .6rem}h2{margin:3rem 0 .5rem;border-bottom:2px solid var(--line)}
h3{margin:2.2rem 0 .3rem}a{color:var(--link)}p.where,.soft{color:var(--soft);margin:.1rem 0 .6rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:.6rem 0;width:100%}th,td{text-align:left;padding:.28rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
td.n{font-variant-numeric:tabular-nums}th{font-weight:600;position:sticky;top:0;background:var(--bg)}
.same{color:var(--good)}.within{color:var(--near)}.differs{color:var(--bad)}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem;margin:1rem 0;align-items:start}
figure{margin:0;background:#fff;border:1px solid var(--line);border-radius:8px;padding:.6rem}figure img{width:100%;height:auto;display:block}
details>summary{cursor:pointer;color:var(--link)}ul.notes{color:var(--soft);padding-left:1.2rem}
@media print{body{font-size:11px}details{display:block}details>*{display:block}h3,figure{break-inside:avoid}}
)";

std::string table(std::span<const Entry> entries) {
  std::string html =
      "<div class=scroll><table><thead><tr><th>row<th>column<th>printed<th>ours<th>verdict</tr></thead><tbody>\n";
  for (const Entry& e : entries)
    html += fmt::format("<tr><td>{}<td>{}<td class=n>{}<td class=n>{}<td class={}>{}</tr>\n", escaped(e.row),
                        escaped(e.column), escaped(e.printed), escaped(e.ours), kind(e.verdict), escaped(e.verdict));
  return html + "</tbody></table></div>\n";
}

std::span<const unsigned char> bytes_of(const std::string& text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

std::string page(std::span<const Made> made) {
  std::vector<Entry> all;
  for (const Made& m : made) all.insert(all.end(), m.result.entries.begin(), m.result.entries.end());
  std::string html = fmt::format(
      "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
      "content='width=device-width,initial-scale=1'>"
      "<title>polhode: the papers, made again</title><style>{}</style><main><h1>The papers, made again</h1>"
      "<p>Every table and figure, from polhode's public interface: what the paper prints, what we find, and the "
      "verdict. "
      "{}.</p>\n<div class=scroll><table><thead><tr><th>key<th>what<th>entries</tr></thead><tbody>",
      kStyle, to_text(tally(all)));
  for (const Made& m : made)
    html += fmt::format("<tr><td><a href='#{0}'>{0}</a><td>{1}, {2}: {3}<td>{4}</tr>\n", m.item.key,
                        escaped(paper_name(m.item.paper)), escaped(m.item.page), escaped(m.item.title),
                        to_text(tally(m.result.entries)));
  html += "</tbody></table></div>\n";
  std::string paper;
  for (const Made& m : made) {
    if (const std::string name = paper_name(m.item.paper); name != paper) {
      paper = name;
      html += "<h2>" + escaped(paper) + "</h2>\n";
    }
    html += fmt::format("<h3 id='{}'>{}</h3><p class=where>{} · {} · {}</p>\n", m.item.key, escaped(m.item.title),
                        escaped(m.item.page), m.item.key, to_text(tally(m.result.entries)));
    if (!m.result.notes.empty()) {
      html += "<ul class=notes>";
      for (const std::string& note : m.result.notes) html += "<li>" + escaped(note);
      html += "</ul>\n";
    }
    if (!m.result.pictures.empty()) {
      html += "<div class=pictures>";
      // As images, so that the styles of one picture cannot reach another.
      for (const Picture& p : m.result.pictures) {
        const std::string picture = svg(p);
        html += fmt::format("<figure><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\"></figure>\n",
                            escaped(p.title), base64(bytes_of(picture)));
      }
      html += "</div>\n";
    }
    const bool long_table = m.result.entries.size() > 30;
    if (long_table) html += fmt::format("<details><summary>all {} entries</summary>", m.result.entries.size());
    if (!m.result.entries.empty()) html += table(m.result.entries);
    if (long_table) {
      html += "</details>";
      std::vector<Entry> others;
      for (const Entry& e : m.result.entries)
        if (e.verdict != "same") others.push_back(e);
      if (!others.empty()) html += "<p class=soft>Those that are not the same:</p>" + table(others);
    }
  }
  return html + "</main></html>\n";
}

}  // namespace

Tally tally(std::span<const Entry> entries) {
  Tally t;
  for (const Entry& e : entries) {
    const std::string_view k = kind(e.verdict);
    ++(k == "same" ? t.same : k == "within" ? t.within : t.differs);
  }
  return t;
}

std::string to_text(const Tally& t) {
  std::string text = fmt::format("{} of {} same", t.same, t.all());
  if (t.within > 0) text += fmt::format(", {} near", t.within);
  if (t.differs > 0) text += fmt::format(", {} differ", t.differs);
  return text;
}

std::string as_text(const Made& m) {
  std::string text = fmt::format("{}: {} ({}, {})\n", m.item.key, m.item.title, paper_name(m.item.paper), m.item.page);
  std::size_t row = 3, column = 6, printed = 7, ours = 4;
  constexpr std::size_t kWidest = 44;
  for (const Entry& e : m.result.entries) {
    row = std::max(row, std::min(kWidest, width(e.row)));
    column = std::max(column, std::min(kWidest, width(e.column)));
    printed = std::max(printed, std::min(kWidest, width(e.printed)));
    ours = std::max(ours, std::min(kWidest, width(e.ours)));
  }
  const auto line = [&](std::string_view a, std::string_view b, std::string_view c, std::string_view d,
                        std::string_view e) {
    text += "  " + padded(a, row) + "  " + padded(b, column) + "  " + padded(c, printed) + "  " + padded(d, ours) +
            "  " + std::string(e) + "\n";
  };
  if (!m.result.entries.empty()) line("row", "column", "printed", "ours", "verdict");
  for (const Entry& e : m.result.entries) line(e.row, e.column, e.printed, e.ours, e.verdict);
  for (const std::string& note : m.result.notes) text += "  " + note + "\n";
  return text + fmt::format("  {}; {:.1f} s\n\n", to_text(tally(m.result.entries)), m.seconds);
}

std::string as_json(std::span<const Made> made) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Made& m : made)
    for (const Entry& e : m.result.entries)
      list.push_back({{"key", m.item.key},
                      {"row", e.row},
                      {"column", e.column},
                      {"printed", e.printed},
                      {"ours", e.ours},
                      {"verdict", e.verdict}});
  return list.dump(1) + "\n";
}

std::string as_csv(std::span<const Made> made) {
  std::string text = "key,row,column,printed,ours,verdict\n";
  for (const Made& m : made)
    for (const Entry& e : m.result.entries)
      text += fmt::format("{},{},{},{},{},{}\n", m.item.key, csv_field(e.row), csv_field(e.column),
                          csv_field(e.printed), csv_field(e.ours), csv_field(e.verdict));
  return text;
}

std::string as_markdown(std::span<const Made> made) {
  std::string text =
      "# The papers, made again\n\n"
      "Written by `make docs`. *printed*: in the paper, or what it says; "
      "*ours*: what "
      "this run found;\n*verdict*: the same to the printed digits, within so many per cent, or differs, and why. Times "
      "are of "
      "one machine; their ratios are\nwhat is compared. `polhode reproduce KEY` makes one of them again, `-o DIR` with "
      "pictures.\n\n"
      "| key | what | entries |\n|---|---|---|\n";
  for (const Made& m : made)
    text += fmt::format("| [{0}](#{0}) | {1}, {2}: {3} | {4} |\n", m.item.key, paper_name(m.item.paper),
                        cell(m.item.page), cell(m.item.title), to_text(tally(m.result.entries)));
  for (const Made& m : made) {
    text += fmt::format("\n## {}\n\n{}, {}: {}.\n", m.item.key, paper_name(m.item.paper), m.item.page, m.item.title);
    for (const std::string& note : m.result.notes) text += "\n- " + one_line(note);
    if (!m.result.notes.empty()) text += "\n";
    if (m.result.entries.empty()) continue;
    text += "\n| row | column | printed | ours | verdict |\n|---|---|---|---|---|\n";
    for (const Entry& e : m.result.entries)
      text += fmt::format("| {} | {} | {} | {} | {} |\n", cell(e.row), cell(e.column), cell(e.printed), cell(e.ours),
                          cell(e.verdict));
  }
  return text;
}

void write_report(const std::filesystem::path& folder, std::span<const Made> made) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OutputError(folder.string() + ": cannot be made: " + error.message());
  const auto write = [&](const char* name, const std::string& text) {
    replace_file(folder / name, [&](std::FILE* file) { put(file, text); });
  };
  for (const Made& m : made)
    for (const Picture& p : m.result.pictures) {
      write_svg(p, folder);
      write_csv(p, folder);
    }
  write("entries.csv", as_csv(made));
  write("entries.json", as_json(made));
  write("reproduction.md", as_markdown(made));
  write("index.html", page(made));
}

}  // namespace polhode::reproduce

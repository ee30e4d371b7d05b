// report.cpp -- what was made again, as text, JSON, CSV, and pages: an index, and one for each paper
#include "report.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/files.hpp"
#include "output/stream.hpp"
#include "page.hpp"

namespace polhode::reproduce {

namespace {

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
/// The class as the style of a page knows it.
const char* style_of(const Verdict& verdict) {
  switch (verdict.kind) {
    case Class::same_digits:
    case Class::number_in_words:
    case Class::statement:
    case Class::implied:
    case Class::excluded:
    case Class::other_program:
      return "same";
    case Class::within:
      return "within";
    case Class::not_counted:
      return "soft";
    default:
      return "differs";
  }
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
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:70rem;margin:auto;padding:1.2rem 1.2rem 5rem}h1{font-size:1.9rem;line-height:1.2;margin:.6rem 0}
h2{font-size:1.25rem;margin:2.6rem 0 .3rem;padding-top:.5rem;border-top:2px solid var(--line)}a{color:var(--link)}p.where,.soft{color:var(--soft);margin:.1rem 0 .6rem}
nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:.95rem}nav [aria-current]{font-weight:650;color:var(--fg);text-decoration:none}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:.6rem 0;width:100%}th,td{text-align:left;padding:.28rem .7rem .28rem 0;border-bottom:1px solid var(--line);vertical-align:top;min-width:4.5rem}
td.n{font-variant-numeric:tabular-nums}th{font-weight:600}.wide{min-width:44rem}
.same{color:var(--good)}.within{color:var(--near)}.differs{color:var(--bad)}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr));gap:1rem;margin:1rem 0;align-items:start}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.4rem}@media(prefers-color-scheme:light){figure{background:#fff}}
figure img{width:100%;max-width:37rem;margin:auto;height:auto;display:block}figcaption{font-size:.8rem;color:var(--soft);text-align:right;padding:0 .3rem}
details>summary{cursor:pointer;color:var(--link)}ul.notes{color:var(--soft);padding-left:1.2rem}
@media(max-width:40rem){main{padding-inline:.8rem}h1{font-size:1.5rem}figure{padding:.2rem}}
@media print{body{font-size:11px}details>*{display:block}h2,figure{break-inside:avoid}}
)";

std::string table(std::span<const Entry> entries) {
  std::string html =
      "<div class=scroll tabindex=0><table "
      "class=wide><thead><tr><th>row<th>column<th>printed<th>ours<th>verdict</tr></thead>"
      "<tbody>\n";
  for (const Entry& e : entries)
    html += fmt::format("<tr><td>{}<td>{}<td class=n>{}<td class=n>{}<td class={}>{}</tr>\n", escaped(e.row),
                        escaped(e.column), escaped(e.printed), escaped(e.ours), style_of(e.verdict),
                        escaped(told(e.verdict)));
  return html + "</tbody></table></div>\n";
}

/// The verdicts of some entries in one cell each.
std::string counts(const Tally& t) {
  const auto cell = [&](const char* style, Class kind) {
    return t[kind] == 0 ? std::string("<td class=n>") : fmt::format("<td class='n {}'>{}", style, t[kind]);
  };
  return fmt::format("<td class=n>{}", t.all()) + cell("same", Class::same_digits) + cell("within", Class::within) +
         cell("same", Class::number_in_words) + cell("same", Class::statement) + cell("same", Class::implied) +
         cell("same", Class::other_program) + cell("differs", Class::shown_cause) +
         cell("differs", Class::unknown_cause) + cell("same", Class::excluded);
}
constexpr std::string_view kCountHeads =
    "<th>entries<th>same digits<th>within<th>numbers in words<th>statements<th>implied<th>as another program"
    "<th>differ, cause shown<th>unknown<th>causes excluded";

/// The papers of which something was made, in order.
std::vector<const Source*> papers_of(std::span<const Made> made) {
  std::vector<const Source*> papers;
  for (const Source& paper : kPapers)
    if (std::ranges::any_of(made, [&](const Made& m) { return &paper_of(m) == &paper; })) papers.push_back(&paper);
  return papers;
}
std::vector<Entry> entries_of(std::span<const Made> made, const Source* paper = nullptr) {
  std::vector<Entry> all;
  for (const Made& m : made)
    if (paper == nullptr || &paper_of(m) == paper)
      all.insert(all.end(), m.result.entries.begin(), m.result.entries.end());
  return all;
}

/// Beginning of a page, with the way to the others; `here` is null on the index.
std::string head(std::string_view title, std::span<const Made> made, const Source* here) {
  std::string html = fmt::format(
      "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
      "content='width=device-width,initial-scale=1'><meta name=color-scheme content='light dark'>"
      "<title>polhode: {0}</title><style>{1}</style><main><nav aria-label=Papers><a href='index.html'{2}>All "
      "papers</a>",
      escaped(title), kStyle, here == nullptr ? " aria-current=page" : "");
  for (const Source* paper : papers_of(made))
    html += fmt::format(" <a href='{}.html'{}>{}</a>", paper->page, paper == here ? " aria-current=page" : "",
                        escaped(paper->name));
  return html + fmt::format("</nav>\n<h1>{}</h1>\n", escaped(title));
}

/// All papers and all that was made, with verdicts; no pictures.
std::string index_page(std::span<const Made> made) {
  std::string html = head("The papers, made again", made, nullptr);
  html += fmt::format(
      "<p>Every table and figure, from polhode's public interface: what the paper prints, what we find, and the "
      "verdict. {}.</p>\n<div class=scroll><table><thead><tr><th>paper{}</tr></thead><tbody>",
      to_text(tally(entries_of(made))), kCountHeads);
  for (const Source* paper : papers_of(made))
    html += fmt::format("<tr><td><a href='{}.html'>{}</a>{}</tr>\n", paper->page, escaped(paper->name),
                        counts(tally(entries_of(made, paper))));
  html += "</tbody></table></div>\n";
  for (const Source* paper : papers_of(made)) {
    html += fmt::format(
        "<h2>{}</h2><div class=scroll tabindex=0><table class=wide><thead><tr><th>key<th>what{}</tr>"
        "</thead><tbody>\n",
        escaped(paper->name), kCountHeads);
    for (const Made& m : made)
      if (&paper_of(m) == paper)
        html += fmt::format("<tr><td><a href='{0}.html#{1}'>{1}</a><td>{2}, {3}{4}</tr>\n", paper->page, m.item.key,
                            escaped(m.item.title), escaped(m.item.page), counts(tally(m.result.entries)));
    html += "</tbody></table></div>\n";
  }
  return html + "</main></html>\n";
}

/// One table or figure. Pictures are files beside the page, fetched when they come into sight.
std::string section(const Made& m) {
  std::string html =
      fmt::format("<h2 id='{}'>{}</h2><p class=where>{} · {} · {}</p>\n", m.item.key, escaped(m.item.title),
                  escaped(m.item.page), m.item.key, to_text(tally(m.result.entries)));
  if (!m.result.notes.empty()) {
    html += "<ul class=notes>";
    for (const std::string& note : m.result.notes) html += "<li>" + escaped(note);
    html += "</ul>\n";
  }
  if (!m.result.pictures.empty()) {
    html += "<div class=pictures>";
    for (const Picture& p : m.result.pictures)
      html += fmt::format(
          "<figure><a href='{0}.svg'><img loading=lazy width=500 height=400 alt=\"{1}\" src='{0}.svg'></a>"
          "<figcaption><a href='{0}.csv'>data</a></figcaption></figure>\n",
          p.name, escaped(p.title));
    html += "</div>\n";
  }
  if (m.result.entries.empty()) return html;
  constexpr std::size_t kLong = 12;
  if (m.result.entries.size() <= kLong) return html + table(m.result.entries);
  std::vector<Entry> others;
  for (const Entry& e : m.result.entries)
    if (e.verdict.text != "same") others.push_back(e);
  if (!others.empty()) html += "<p class=soft>Those that are not the same:</p>" + table(others);
  return html + fmt::format("<details><summary>all {} entries</summary>", m.result.entries.size()) +
         table(m.result.entries) + "</details>\n";
}

std::string paper_page(std::span<const Made> made, const Source& paper) {
  std::string html = head(paper.name, made, &paper);
  html += fmt::format("<p class=soft>{}.</p>\n", to_text(tally(entries_of(made, &paper))));
  for (const Made& m : made)
    if (&paper_of(m) == &paper) html += section(m);
  return html + "</main></html>\n";
}

}  // namespace

std::string summary(std::span<const Made> made) {
  const Tally t = tally(entries_of(made));
  std::string text;
  for (std::size_t i = 0; i < kClasses; ++i) text += fmt::format("{:6}  {}\n", t.of[i], class_name(Class(i)));
  return text;
}

std::string as_text(const Made& m) {
  std::string text = fmt::format("{}: {} ({}, {})\n", m.item.key, m.item.title, paper_of(m).name, m.item.page);
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
  for (const Entry& e : m.result.entries) line(e.row, e.column, e.printed, e.ours, told(e.verdict));
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
                      {"verdict", e.verdict.text},
                      {"class", class_name(e.verdict.kind)},
                      {"criterion", e.verdict.criterion},
                      {"shown_by", e.verdict.shown_by}});
  return list.dump(1) + "\n";
}

std::string as_csv(std::span<const Made> made) {
  std::string text = "key,row,column,printed,ours,verdict,class,criterion,shown_by\n";
  for (const Made& m : made)
    for (const Entry& e : m.result.entries)
      text += fmt::format("{},{},{},{},{},{},{},{},{}\n", m.item.key, csv_field(e.row), csv_field(e.column),
                          csv_field(e.printed), csv_field(e.ours), csv_field(e.verdict.text),
                          class_name(e.verdict.kind), csv_field(e.verdict.criterion), csv_field(e.verdict.shown_by));
  return text;
}

void write_report(const std::filesystem::path& folder, std::span<const Made> made) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OutputError(folder.string() + ": cannot be made: " + error.message());
  const auto write = [&](const std::string& name, const std::string& text) {
    replace_file(folder / name, [&](std::FILE* file) { put(file, text); });
  };
  for (const Made& m : made)
    for (const Picture& p : m.result.pictures) {
      write_svg(p, folder, Paper::of_the_page);
      write_csv(p, folder);
    }
  write("entries.csv", as_csv(made));
  write("entries.json", as_json(made));
  write(std::string(kPageFile), as_markdown(made));
  for (const Source* paper : papers_of(made)) write(std::string(paper->page) + ".html", paper_page(made, *paper));
  write("index.html", index_page(made));
}

}  // namespace polhode::reproduce

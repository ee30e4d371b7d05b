// files.hpp -- the formats of a run's output
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "output/file_fault.hpp"
#include "output/paths.hpp"
#include "output/picture.hpp"
#include "output/replace_file.hpp"
#include "output/scenario_record.hpp"
#include "output/spool.hpp"

namespace polhode {

/// Endings that -o takes: of a run ".csv", ".npz", ".json", ".html", and those of attitude files (attitude_files.hpp); of a comparison
/// ".csv", ".json", ".html".
const std::vector<std::string>& output_endings();
const std::vector<std::string>& comparison_endings();
/// Whether `path` could be written, found out before a run starts: its ending is one of `endings` (none: any ending), its
/// folder is there and may be written to, and it is a file or nothing yet. Empty if so, else the message, which begins
/// with the path.
std::string why_not_writable(const std::filesystem::path& path,
                             const std::vector<std::string>& endings = output_endings());

/// Writes the rows in the format of the ending of `path`, and beside a .csv file its events, if any were watched. All but .html are
/// the same bytes for the same input: no time of the day, no measured time. (.aem and .xml must have a date of creation, which
/// SOURCE_DATE_EPOCH fixes.)
void write_output(const std::filesystem::path& path, const ScenarioRecord&, Spool& rows);

/// NAME.events.csv of NAME.csv: one line for each event that happened. Empty where there is none: no event is watched, or the rows
/// go elsewhere.
std::filesystem::path events_file(const std::filesystem::path& output, const std::vector<Event>&);
inline constexpr std::string_view kEventColumns = "t,name,kind,direction";
void write_events_csv(std::FILE*, const ScenarioRecord&);

void write_csv(std::FILE*, const ScenarioRecord&, Spool& rows);
void write_npz(std::FILE*, const ScenarioRecord&, Spool& rows);
void write_json(std::FILE*, const ScenarioRecord&, Spool& rows);
void write_html(std::FILE*, const ScenarioRecord&, Spool& rows);

/// A comparison as a table for people, as CSV (one line per run), as JSON, and as a page with a work-precision diagram.
std::string comparison_text(const ScenarioComparison&);
std::string comparison_json(const ScenarioComparison&);
void write_comparison(const std::filesystem::path& path,
                      const ScenarioComparison&);  ///< .csv, .json or .html by the ending
void write_html(std::FILE*, const ScenarioComparison&);
/// The work-precision diagram: error of the attitude against CPU time, log-log.
Picture work_precision(const ScenarioComparison&);
inline constexpr const char* kWorkPrecision = "work_precision";  ///< its name

/// The object that `run --json` prints.
std::string summary_json(const ScenarioRecord&);
/// The certificate and how the run ended, for people.
std::string summary_text(const ScenarioRecord&);
/// The plots of a run as SVG files in a folder (--svg), which is made if it is not there. Returns the names of the files.
std::vector<std::string> write_svgs(const std::filesystem::path& directory, const ScenarioRecord&, Spool& rows);
/// The names, without ending, of all that it may write.
const std::vector<std::string>& run_pictures();

}  // namespace polhode

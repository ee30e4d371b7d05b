// report_page.hpp -- the page of the reports, bundled from web/report at build time
#pragma once

#include <string_view>

namespace polhode {

/// What stands in the page where the data of a report belong, as JSON without `<`; exactly once.
inline constexpr std::string_view kReportDataMarker = "@REPORT_DATA@";

/// One HTML file with its styles and scripts inside.
std::string_view report_template();

}  // namespace polhode

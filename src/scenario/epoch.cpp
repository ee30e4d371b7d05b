// epoch.cpp -- dates read and written
#include "scenario/epoch.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "polhode/numbers/error.hpp"

namespace polhode {
namespace {

constexpr std::int64_t kPicoseconds = 1'000'000'000'000;
constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/// Takes a text apart from its beginning.
class DateText {
 public:
  explicit DateText(std::string_view text) : text_(text), rest_(text) {}

  /// So many digits as one number.
  int digits(std::size_t count, const char* what) {
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (rest_.empty() || rest_[0] < '0' || rest_[0] > '9') bad(std::string("its ") + what + " is missing");
      value = 10 * value + (rest_[0] - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }
  bool takes(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void needs(char c) {
    if (!takes(c)) bad(std::string("there is no \"") + c + "\" where one must be");
  }
  std::string_view rest() const { return rest_; }
  void skip(std::size_t n) { rest_.remove_prefix(n); }
  [[noreturn]] void bad(const std::string& why) const {
    throw InvalidInput("\"" + std::string(text_.substr(0, 60)) + "\" is no date: " + why);
  }

  Epoch day(int year, int month, int day_of_month) const {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(unsigned(month)),
                                           std::chrono::day(unsigned(day_of_month))};
    if (year < 1 || !date.ok()) bad("there is no such day");
    return {std::chrono::sys_days(date).time_since_epoch().count() * std::int64_t(86400), 0};
  }
  /// hh:mm:ss.ddd, added to the day.
  Epoch with_clock(Epoch epoch) {
    const int hour = digits(2, "hour");
    needs(':');
    const int minute = digits(2, "minute");
    needs(':');
    const int second = digits(2, "second");
    if (hour > 23 || minute > 59 || second > 60) bad("there is no such time of the day");
    if (second == 60) bad("a leap second cannot be read; every day has 86400 seconds here");
    epoch.seconds += 3600 * hour + 60 * minute + second;
    if (!takes('.')) return epoch;
    std::int64_t unit = kPicoseconds;
    bool any = false;
    for (; !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; rest_.remove_prefix(1), any = true)
      epoch.picoseconds += (unit /= 10) * (rest_[0] - '0');
    if (!any) bad("there are no digits behind its decimal point");
    return epoch;
  }

 private:
  std::string_view text_, rest_;
};

Epoch date_and_clock(DateText& text) {
  const int year = text.digits(4, "year");
  text.needs('-');
  Epoch epoch;
  if (const std::string_view rest = text.rest(); rest.size() > 3 && rest[3] == 'T') {
    const int day = text.digits(3, "day of the year");
    epoch = text.day(year, 1, 1);
    if (day < 1 || day > (std::chrono::year(year).is_leap() ? 366 : 365)) text.bad("there is no such day");
    epoch.seconds += 86400 * std::int64_t(day - 1);
  } else {
    const int month = text.digits(2, "month");
    text.needs('-');
    epoch = text.day(year, month, text.digits(2, "day"));
  }
  text.needs('T');
  return text.with_clock(epoch);
}

std::chrono::year_month_day date_of(const Epoch& epoch) {
  return std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(std::chrono::seconds(epoch.seconds)));
}
std::int64_t second_of_day(const Epoch& epoch) {
  const std::int64_t second = epoch.seconds % 86400;
  return second < 0 ? second + 86400 : second;
}
char* put_digits(char* out, std::int64_t value, int count) noexcept {
  for (int i = count; i-- > 0; value /= 10) out[i] = char('0' + value % 10);
  return out + count;
}
char* put_clock(char* out, const Epoch& epoch) noexcept {
  const std::int64_t second = second_of_day(epoch);
  out = put_digits(out, second / 3600, 2);
  *out++ = ':';
  out = put_digits(out, second / 60 % 60, 2);
  *out++ = ':';
  out = put_digits(out, second % 60, 2);
  *out++ = '.';
  return put_digits(out, epoch.picoseconds, 12);
}
std::string with_decimals(std::string text, int decimals) {
  text.resize(text.size() - std::size_t(12 - decimals) - (decimals == 0 ? 1 : 0));
  return text;
}

}  // namespace

Epoch epoch_of(std::string_view given) {
  DateText text(given);
  const Epoch epoch = date_and_clock(text);
  text.takes('Z');
  if (!text.rest().empty()) text.bad("there is more behind it (a zone? It must be Z or nothing)");
  return epoch;
}

Epoch epoch_with_zone(std::string_view given) {
  DateText text(given);
  Epoch epoch = date_and_clock(text);
  if (text.rest().empty()) text.bad("it has no zone; write Z behind it for UTC, or as +01:00");
  if (!text.takes('Z')) {
    const int sign = text.takes('-') ? 1 : (text.needs('+'), -1);
    const int hours = text.digits(2, "zone");
    text.needs(':');
    epoch.seconds += sign * (3600 * std::int64_t(hours) + 60 * text.digits(2, "zone"));
  }
  if (!text.rest().empty()) text.bad("there is more behind its zone");
  return epoch;
}

Epoch epoch_in_words(std::string_view given) {
  DateText text(given);
  const std::string_view start = text.rest();
  const int day = text.digits(start.size() > 1 && start[1] != ' ' ? 2 : 1, "day");
  text.needs(' ');
  int month = 0;
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (text.rest().starts_with(kMonths[i])) month = int(i) + 1;
  if (month == 0) text.bad("its month must be one of Jan, Feb, ..., Dec");
  text.skip(3);
  text.needs(' ');
  const Epoch epoch = text.day(text.digits(4, "year"), month, day);
  text.needs(' ');
  const Epoch whole = text.with_clock(epoch);
  if (!text.rest().empty()) text.bad("there is more behind it");
  return whole;
}

char* print(char* out, const Epoch& epoch) noexcept {
  const std::chrono::year_month_day date = date_of(epoch);
  out = put_digits(out, int(date.year()), 4);
  *out++ = '-';
  out = put_digits(out, unsigned(date.month()), 2);
  *out++ = '-';
  out = put_digits(out, unsigned(date.day()), 2);
  *out++ = 'T';
  return put_clock(out, epoch);
}

std::string date_text(const Epoch& epoch, int decimals) {
  char text[kEpochChars];
  return with_decimals(std::string(text, print(text, epoch)), decimals);
}

std::string date_in_words(const Epoch& epoch, int decimals) {
  const std::chrono::year_month_day date = date_of(epoch);
  char year[4], clock[kEpochChars];
  put_digits(year, int(date.year()), 4);
  return with_decimals(std::to_string(unsigned(date.day())) + " " + std::string(kMonths[unsigned(date.month()) - 1]) +
                           " " + std::string(year, 4) + " " + std::string(clock, put_clock(clock, epoch)),
                       decimals);
}

std::optional<Epoch> later(const Epoch& epoch, double seconds) {
  constexpr double kYears = 4e11;  // more seconds than from year 1 to 9999
  if (!(std::abs(seconds) < kYears)) return std::nullopt;
  const double whole = std::floor(seconds);
  Epoch sum{epoch.seconds + std::int64_t(whole),
            epoch.picoseconds + std::int64_t(std::nearbyint((seconds - whole) * double(kPicoseconds)))};
  if (sum.picoseconds >= kPicoseconds) sum.picoseconds -= kPicoseconds, ++sum.seconds;
  const Epoch first = DateText("").day(1, 1, 1), last = DateText("").day(9999, 12, 31);
  if (sum.seconds < first.seconds || sum.seconds >= last.seconds + 86400) return std::nullopt;
  return sum;
}

double seconds_between(const Epoch& from, const Epoch& to) {
  const std::int64_t seconds = to.seconds - from.seconds, picoseconds = to.picoseconds - from.picoseconds;
  // Up to 2^53 ps, two and a half hours, the whole is one exact number: 0.1 s are read as 0.1.
  if (seconds > -9000 && seconds < 9000) return double(seconds * kPicoseconds + picoseconds) / double(kPicoseconds);
  return double(seconds) + double(picoseconds) / double(kPicoseconds);
}

bool is_frame(std::string_view name) {
  return name == "EME2000" || name == "GCRF" || name == "ICRF" || name == "TEME";
}

}  // namespace polhode

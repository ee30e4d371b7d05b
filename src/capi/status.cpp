// status.cpp -- how errors cross the border: a number, and words that are kept for each thread
#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

#include "capi/handles.hpp"
#include "engine/accuracy.hpp"

namespace polhode::capi {

namespace {

// Not a string: to say that memory is short must take none. Messages with long lists of methods have 1200 characters.
constexpr std::size_t kRoom = 4096;
thread_local char last_error[kRoom] = "";

}  // namespace

polhode_status failed(polhode_status status, std::string_view text) noexcept {
  const std::size_t n = std::min(text.size(), kRoom - 1);
  std::memcpy(last_error, text.data(), n);
  last_error[n] = '\0';
  return status;
}

polhode_status caught() noexcept {
  try {
    throw;
  } catch (const KeyFault& bad) {
    try {
      const std::string text = bad.key.empty() ? bad.what() : bad.key + ": " + bad.what();
      return failed(POLHODE_INVALID_INPUT, text);
    } catch (...) {
      return failed(POLHODE_INVALID_INPUT, bad.what());
    }
  } catch (const InvalidInput& bad) {
    return failed(POLHODE_INVALID_INPUT, bad.what());
  } catch (const Stopped&) {
    return failed(POLHODE_STOPPED, "stopped while the steps for the accuracy were chosen");
  } catch (const std::bad_alloc&) {
    return failed(POLHODE_OUT_OF_MEMORY, "there is not enough memory");
  } catch (const std::length_error&) {
    return failed(POLHODE_OUT_OF_MEMORY, "there is not enough memory");
  } catch (const std::exception& other) {
    return failed(POLHODE_INTERNAL, other.what());
  } catch (...) {
    return failed(POLHODE_INTERNAL, "an exception that is none of the library's");
  }
}

std::size_t counted(std::int64_t n, const char* name) {
  if (n < 0) throw InvalidInput(std::string(name) + " = " + std::to_string(n) + " must not be negative");
  // No array has more; and their products with strides do not overflow.
  constexpr std::int64_t kMost = std::int64_t(1) << 48;
  if (n > kMost) throw InvalidInput(std::string(name) + " = " + std::to_string(n) + " must be at most 2^48");
  return std::size_t(n);
}
void check_finite(double x, const std::string& name) {
  if (!std::isfinite(x)) throw InvalidInput(name + " = " + to_text(x) + " must be finite (an uninitialised value?)");
}
void check_view(const polhode_out& to, std::size_t n, const char* name) {
  if (!to.data) return;
  if (to.column == 0) throw InvalidInput(std::string(name) + ": with column 0 all components would be the same number");
  if (to.row == 0 && n > 1) throw InvalidInput(std::string(name) + ": with row 0 all entries would be the same one");
}
void check_view(const polhode_in& from, std::size_t n, const char* name) {
  if (n > 0) given(from.data, name);
}
void check_range(std::int64_t first, std::int64_t n, std::size_t all) {
  counted(first, "first"), counted(n, "n");
  if (first + n > std::int64_t(all))
    throw InvalidInput("first + n = " + std::to_string(first + n) + " must be at most " + std::to_string(all) +
                       ", the number of entries");
}

}  // namespace polhode::capi

int polhode_abi(void) {
  return POLHODE_ABI;
}
const char* polhode_version(void) {
  return POLHODE_VERSION;
}
const char* polhode_last_error(void) {
  return polhode::capi::last_error;
}
const char* polhode_status_name(polhode_status status) {
  int number = 0;  // C may pass any; to read it as the enum would be undefined
  static_assert(sizeof status == sizeof number);
  std::memcpy(&number, &status, sizeof number);
  switch (number) {
    case POLHODE_OK:
      return "ok";
    case POLHODE_INVALID_INPUT:
      return "invalid_input";
    case POLHODE_NOT_CONVERGED:
      return "not_converged";
    case POLHODE_NON_FINITE:
      return "non_finite";
    case POLHODE_INACCURATE:
      return "inaccurate";
    case POLHODE_STOPPED:
      return "stopped";
    case POLHODE_OUT_OF_MEMORY:
      return "out_of_memory";
    case POLHODE_INTERNAL:
      return "internal";
    default:
      return "unknown";
  }
}

// bits -- hashes of results, for comparison between compilers, instruction sets and lane widths
//
// Prints one line per function and width: name, lanes (0 is a plain number), hash of the raw bytes of all
// results. The lines of one name must agree with each other, and with those of every other build (compare).
#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/elementary.hpp"
#include "polhode/numbers/jet.hpp"

// Inside polhode, so that exp(x) of a double is ours; elsewhere the C library's is an equal or better match.
namespace polhode {
namespace {

// FNV-1a, 64 bits. All NaN count as one: IEEE 754 leaves their bits open.
class Hash {
 public:
  void add(double x) {
    std::uint64_t bits = std::isnan(x) ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(x);
    for (int i = 0; i < 8; ++i, bits >>= 8) value_ = (value_ ^ (bits & 0xff)) * 0x100000001b3u;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

// The arguments, made with integers and exact operations only. Lanes hold neighbours of this list, in order.
const std::vector<double>& arguments() {
  static const std::vector<double> list = [] {
    std::vector<double> x{0.0,  -0.0,   0x1p-1074, -0x1p-1074, 0x1p-1022, 1,        -1,        0.785,
                          0.62, 0x1p51, -0x1p51,   1e300,      -1e300,    HUGE_VAL, -HUGE_VAL, NAN};
    std::uint64_t state = 1;
    const auto bits = [&state] {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return (state ^ (state >> 29)) * 0x9e3779b97f4a7c15u;
    };
    const auto unit = [&bits] { return double(std::int64_t(bits()) >> 11) * 0x1p-52; };  // [-1, 1)
    for (int i = 0; i < 40000; ++i) x.push_back(unit());                                 // small angles
    for (int i = 0; i < 40000; ++i) x.push_back(unit() * 1024);                          // some turns
    for (int i = 0; i < 20000; ++i) {
      const int exponent = int(bits() % 120) - 60;  // on its own line: the order of arguments is the compiler's
      x.push_back(std::ldexp(unit(), exponent));
    }
    for (int i = 0; i < 20000; ++i) x.push_back(std::bit_cast<double>(bits()));  // anything
    while (x.size() % 16 != 0) x.push_back(0.5);
    return x;
  }();
  return list;
}

// --- What is hashed: add a function here and a line in main ----------------------------------------------------------
// Each is called once for every argument (or pack of arguments) x, with the next argument y, and hands its results
// to `out`, which takes a T.

struct Sincos {
  template <class T, class Out>
  static void run(T x, T, Out out) {
    T s, c;
    sincos(x, s, c);
    out(s), out(c);
  }
};
struct Cos1Sinc {
  template <class T, class Out>
  static void run(T x, T, Out out) {
    T c1, s;
    cos1_sinc(abs(x), c1, s);
    out(c1), out(s);
  }
};
struct Exp {
  template <class T, class Out>
  static void run(T x, T, Out out) {
    out(exp(x));
  }
};
struct Log {
  template <class T, class Out>
  static void run(T x, T, Out out) {
    out(log(x)), out(log(abs(x)));
  }
};
struct Atan2 {
  template <class T, class Out>
  static void run(T x, T y, Out out) {
    out(atan2(y, x)), out(atan2(x, y));
  }
};
struct DoubleDoubleOps {
  template <class T, class Out>
  static void run(T x, T y, Out out) {
    const DoubleDouble<T> a = two_sum(x, T(1) / T(3)), b = two_prod(y, T(0.7)), c = (a + b) * a / b - sqrt(b * b);
    out(c.hi), out(c.lo), out(difference_of_products(x, y, a.hi, b.hi));
  }
};
struct JetOps {
  template <class T, class Out>
  static void run(T x, T y, Out out) {
    const auto t = Jet<T, 4>::variable(x);
    const auto f = sin(t * y) * exp(-t) / sqrt(2 + t * t);
    for (int k = 0; k <= 4; ++k) out(f[k]);
  }
};

// ---------------------------------------------------------------------------------------------------------------------

// The results of all arguments, hashed argument by argument so that the width makes no difference.
template <class F, class T>
std::uint64_t hash_of() {
  constexpr int n = lanes<T>, most = 16;
  Hash hash;
  const auto& list = arguments();
  for (std::size_t i = 0; i < list.size(); i += n) {
    T x, y;
    for (int k = 0; k < n; ++k) {
      set_lane(x, k, Lane<T>(list[i + std::size_t(k)]));
      set_lane(y, k, Lane<T>(list[(i + std::size_t(k) + 1) % list.size()]));
    }
    T results[most];
    int count = 0;
    F::run(x, y, [&](T r) { results[count++] = r; });
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < count; ++j) hash.add(lane(results[j], k));
  }
  return hash.value();
}

template <class F, class Number, int... widths>
void print(const char* name) {
  const auto line = [name](int width, std::uint64_t hash) { std::printf("%s %d %016" PRIx64 "\n", name, width, hash); };
  line(0, hash_of<F, Number>());
  (line(widths, hash_of<F, Pack<Number, widths>>()), ...);
}
template <class F>
void print(const char* name) {
  print<F, double, 1, 2, 4, 8>(name);
}
template <class F>
void print_float(const char* name) {
  print<F, float, 4, 8, 16>(name);
}

}  // namespace
}  // namespace polhode

int main() {
  using namespace polhode;
  print<Sincos>("sincos");
  print<Cos1Sinc>("cos1_sinc");
  print<Exp>("exp");
  print<Log>("log");
  print<Atan2>("atan2");
  print<DoubleDoubleOps>("double_double");
  print<JetOps>("jet");
  print_float<Sincos>("sincos_float");
  print_float<Cos1Sinc>("cos1_sinc_float");
  print_float<Exp>("exp_float");
  print_float<Log>("log_float");
  print_float<Atan2>("atan2_float");
}

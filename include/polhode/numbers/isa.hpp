// isa.hpp -- the namespace of the instruction set, and the compiler settings that the library refuses
//
// A header-only library is compiled wherever it is included. If one file of a program is compiled with -march=x86-64-v4
// and another without, both have their own code for every function, and the linker keeps one of them: the plain file may
// get AVX-512 code. So all code lives in an inline namespace that is named after the instruction set and after whether
// the flags of polhode::same_bits are on: polhode::sincos is polhode::v4_bits::sincos to the linker, and objects of
// different settings link into one program.
//
// Plain data that cross from one setting to another (Vec3, Quaternion, State, Inertia, cards, errors) are outside of it:
// they look the same everywhere, and their members are always inlined, so that the linker has nothing to choose.
#pragma once

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0) || \
    (defined(__GCC_IEC_559) && __GCC_IEC_559 == 0)
#error \
    "polhode: -ffast-math (or -Ofast, or a part of it) lets the compiler change results: compile this file without it"
#endif

// At -O2 compilers leave functions of this size as calls, and a call costs more than what it does.
#define POLHODE_INLINE [[gnu::always_inline]] inline

#define POLHODE_JOIN_(a, b) a##b
#define POLHODE_JOIN(a, b) POLHODE_JOIN_(a, b)

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__) && defined(__AVX512BW__)
#define POLHODE_ISA_NAME v4
#elif defined(__AVX512F__)
#define POLHODE_ISA_NAME avx512f
#elif defined(__AVX2__) && defined(__FMA__)
#define POLHODE_ISA_NAME v3
#elif defined(__AVX__) && defined(__FMA__)
#define POLHODE_ISA_NAME avx_fma
#elif defined(__AVX__)
#define POLHODE_ISA_NAME avx
#elif defined(__SSE4_2__)
#define POLHODE_ISA_NAME v2
#else
#define POLHODE_ISA_NAME plain
#endif

// Defined by the CMake target polhode::same_bits together with its flags (docs/reference/bits.md).
#ifdef POLHODE_SAME_BITS
#define POLHODE_ISA POLHODE_JOIN(POLHODE_ISA_NAME, _bits)
#else
#define POLHODE_ISA POLHODE_ISA_NAME
#endif

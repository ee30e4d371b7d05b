// commands.hpp -- the commands of the program; each returns the exit code, or throws a Refusal
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ensemble/ranks.hpp"
#include "scenario/scenario.hpp"

namespace polhode::program {

/// Does what the command line says; faults are told. The exit code.
int obey(int argc, char** argv, Ranks&);
/// What a rank beside rank 0 does: what rank 0 asks for. Throws what goes wrong.
void follow(Ranks&);

/// 0 done; 1 numerical failure, a required property that was not kept, or a file that could not be written; 2 bad input (of
/// a command: an exception, see main.cpp); 130 interrupted.
inline constexpr int kDone = 0, kFailed = 1, kBadInput = 2, kInterrupted = 130;

struct Talk {
  bool json = false, quiet = false;
};

struct RunOptions {
  std::string scenario;
  Overrides overrides;
  std::string output, svg_folder, require, checkpoint;
  long checkpoint_every = 0;
  bool no_estimate = false;
  Talk talk;
};
int run(const RunOptions&);
int resume(const std::string& file, const Talk&, Ranks&);

struct CompareOptions {
  std::string scenario;
  std::vector<std::string> methods;  ///< "rkn6", "rkn6:dmv16" on a flow, "lie3+energy"; none: the usual ones
  std::vector<long> steps;           ///< none: the usual ones
  std::optional<double> accuracy, end;
  std::string output, svg_folder;
  Talk talk;
};
int compare(const CompareOptions&);

struct AdviseOptions {
  std::string scenario;
  std::optional<double> accuracy, budget, horizon;
  bool fewest_torques = false, thorough = false;
  std::string output;
  Talk talk;
};
int advise(const AdviseOptions&);

struct EnsembleOptions {
  std::string scenario;
  Overrides overrides;
  std::string output, checkpoint;
  long checkpoint_every = 0;  ///< bodies; 0: as the program thinks
  int threads = 0;            ///< 0: one for each processor
  std::optional<long> body;   ///< to be written as a scenario, instead of a run
  bool as_scenario = false;
  Talk talk;
};
int ensemble(const EnsembleOptions&, Ranks&);
int resume_ensemble(const std::string& file, const Talk&, Ranks&);

struct VerifyOptions {
  std::vector<std::string> files;
  std::string case_name, scenario, require, output;
  bool list_cases = false;
  Talk talk;
};
int verify(const VerifyOptions&);

struct SniffOptions {
  std::string file, case_name;
  std::vector<double> moments;  ///< none: not known
  Talk talk;
};
int sniff(const SniffOptions&);

struct ConvertOptions {
  std::string in, out, scenario, epoch, name, id, frame;
  Talk talk;
};
int convert(const ConvertOptions&);

struct InertiaOptions {
  std::string file, unit;
  std::optional<double> density, mass, join;  ///< join: in the unit of the file
  bool check = false;                         ///< of a robot, in place of a mesh
  Talk talk;
};
int inertia(const InertiaOptions&);

enum class Listing { table, json, markdown };
int methods(Listing);
int torques(Listing);

/// Hands over to polhode-reproduce, a program of its own beside this one. The arguments are those after `reproduce`.
int reproduce(const std::vector<std::string>& arguments);

/// The script that makes a shell (bash, zsh or fish) complete commands, flags and names.
int completion(const std::string& shell);

}  // namespace polhode::program

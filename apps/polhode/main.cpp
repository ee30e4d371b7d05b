// main.cpp -- the command line: what may be written, and who does it
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "catalogue/catalogue.hpp"
#include "commands.hpp"
#include "output/file_fault.hpp"
#include "output/files.hpp"
#include "output/metadata.hpp"
#include "output/refusal.hpp"
#include "scenario/units.hpp"

namespace {

using namespace polhode::program;
using polhode::Refusal;

constexpr const char* kExamples =
    "\nTo begin:\n"
    "  polhode run scenarios/wing_nut.toml -o nut.html        what the body does, as a page to look at\n"
    "  polhode run scenarios/heavy_top.toml --step 0.02       the certificate: how far the numbers can be trusted\n"
    "  polhode compare scenarios/heavy_top.toml --accuracy 1e-8   what each method takes for that\n"
    "  polhode advise scenarios/heavy_top.toml --accuracy 1e-8    which method and step to take\n"
    "  polhode ensemble scenarios/debris.toml -o debris.csv   many bodies whose numbers vary\n"
    "  polhode inertia part.stl --unit mm --density 2700      inertia of a mesh, or why it encloses no body\n"
    "  polhode methods                                        all methods and what each of them keeps\n"
    "\nExit codes: 0 done; 1 numerical failure, a required property not kept, or a file that cannot be written;\n"
    "2 bad input; 130 interrupted.\n"
    "Conventions: quaternions w x y z, body -> space; w and torques in body axes, L in space axes; SI units.";

void add_talk(CLI::App* command, Talk& talk) {
  command->add_flag("--json", talk.json, "print one JSON object instead of text");
  command->add_flag("-q,--quiet", talk.quiet, "print nothing but faults");
}

/// A number in SI, or a text with its unit: --step 0.1, --end "2 h".
void add_quantity(CLI::App* command, const std::string& flag, std::optional<double>& value, std::string_view unit,
                  const std::string& help) {
  const auto read = [&value, flag, unit](const std::string& text) {
    try {
      value = polhode::number_or_quantity(text, unit);
    } catch (const polhode::InvalidInput& bad) {
      throw polhode::InvalidInput(flag + ": " + bad.what());
    }
  };
  command->add_option_function<std::string>(flag, read, help);
}

/// All of the text, and no other number: CLI11 takes what is too large for the largest.
template <class T>
T integer(const std::string& flag, const std::string& text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && read == end) return value;
  const std::string power = "2^" + std::to_string(std::numeric_limits<T>::digits);
  throw polhode::InvalidInput(flag + ": \"" + text + "\" must be an integer" +
                              (error == std::errc::result_out_of_range
                                   ? " from -" + power + " to " + power + " - 1 (a digit too many?)"
                                   : ", in digits alone"));
}
template <class T>
CLI::Option* add_integer(CLI::App* command, const std::string& flag, T& value, const std::string& help) {
  const auto read = [&value, flag](const std::string& text) { value = integer<T>(flag, text); };
  return command->add_option_function<std::string>(flag, read, help)->type_name("INT");
}
template <class T>
CLI::Option* add_integer(CLI::App* command, const std::string& flag, std::optional<T>& value, const std::string& help) {
  const auto read = [&value, flag](const std::string& text) { value = integer<T>(flag, text); };
  return command->add_option_function<std::string>(flag, read, help)->type_name("INT");
}

/// What goes before the table [run] of the scenario.
void add_overrides(CLI::App* command, polhode::Overrides& values) {
  command->add_option("--method", values.method, "method, instead of the scenario's (see polhode methods)");
  command->add_option("--flow", values.flow, "flow of a splitting, instead of the scenario's");
  add_quantity(command, "--accuracy", values.accuracy, "rad",
               "largest error of the attitude, rad: method and steps are chosen for it");
  add_quantity(command, "--step", values.step, "s", "largest step, s; or as \"1 min\"");
  add_integer(command, "--steps", values.steps, "number of steps, instead of --step");
  add_quantity(command, "--end", values.end, "s", "end time, s; or as \"2 h\"");
}

/// The name of a file or a folder that is written. An empty one is not the same as none.
void add_name(CLI::App* command, const std::string& flags, std::string& name, const std::string& help) {
  const std::string flag = flags.substr(0, flags.find(','));
  const auto read = [&name, flag](const std::string& text) {
    if (text.empty()) throw Refusal(flag + ": the name is empty");
    name = text;
  };
  command->add_option_function<std::string>(flags, read, help);
}

/// -o, and the format of what goes to standard output.
void add_output(CLI::App* command, std::string& name, std::string& format, const std::string& help) {
  add_name(command, "-o,--output", name, help + "; - for standard output");
  command->add_option("--format", format, "of -o -, instead of csv: an ending without its dot");
}
/// - gets the ending that says its format.
void complete_output(std::string& name, const std::string& format) {
  if (name == "-")
    name += "." + (format.empty() ? "csv" : format);
  else if (!format.empty())
    throw Refusal("--format is for -o -, standard output; the format of a file follows from its ending");
}

/// Reads the command line and does what it says, or throws what is wrong with it.
int do_command(int argc, char** argv, polhode::Ranks& ranks) {
  CLI::App app("polhode " POLHODE_VERSION " -- rotation of rigid bodies, free and torqued", "polhode");
  app.footer(kExamples);
  app.set_version_flag("--version", "polhode " POLHODE_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  int code = kDone;

  RunOptions run_options;
  CLI::App* run_command = app.add_subcommand("run", "run a scenario: rows, pictures, certificate");
  std::string run_format, compare_format;
  run_command
      ->add_option("FILE", run_options.scenario, "scenario (TOML; docs/reference/scenarios.md); - for standard input")
      ->required();
  add_output(run_command, run_options.output, run_format,
             "write the rows: .csv, .npz, .json, .html (report with pictures), .aem, .xml, .a or .glb");
  add_overrides(run_command, run_options.overrides);
  add_name(run_command, "--svg", run_options.svg_folder, "folder for the plots as SVG pictures (needs gnuplot)");
  run_command->add_option("--require", run_options.require,
                          "properties to be kept, else exit 1: energy=1e-10,momentum=1e-12");
  run_command->add_flag("--no-estimate", run_options.no_estimate,
                        "under torques: no estimate of the error, which takes about as long as the run");
  add_name(run_command, "--checkpoint", run_options.checkpoint, "save the run here on its way; polhode resume goes on");
  add_integer(run_command, "--checkpoint-every", run_options.checkpoint_every, "steps between checkpoints");
  add_talk(run_command, run_options.talk);
  run_command->callback([&] {
    complete_output(run_options.output, run_format);
    code = run(run_options);
  });

  std::string checkpoint;
  Talk resume_talk;
  CLI::App* resume_command = app.add_subcommand("resume", "go on from a checkpoint, bit for bit");
  resume_command->add_option("CHECKPOINT", checkpoint, "file written by run or ensemble with --checkpoint")->required();
  add_talk(resume_command, resume_talk);
  resume_command->callback([&] { code = resume(checkpoint, resume_talk, ranks); });

  CompareOptions compare_options;
  CLI::App* compare_command =
      app.add_subcommand("compare", "errors and cost of several methods, and which one to take");
  compare_command->add_option("FILE", compare_options.scenario, "scenario; - for standard input")->required();
  compare_command
      ->add_option("--methods", compare_options.methods,
                   "a,b,c; a splitting on a flow as rkn6:dmv16, energy correction as lie3+energy; else the usual ones")
      ->delimiter(',');
  std::vector<std::string> compare_steps;
  compare_command
      ->add_option("--steps", compare_steps,
                   "numbers of steps: 10,100,1000; else eight of them, from half a radian a step on")
      ->delimiter(',')
      ->type_name("INT ...");
  add_quantity(compare_command, "--accuracy", compare_options.accuracy, "rad",
               "error of the attitude that you need, rad: what each method takes for it");
  add_quantity(compare_command, "--end", compare_options.end, "s", "end time, s; or as \"2 h\"");
  add_output(compare_command, compare_options.output, compare_format,
             "write the result: .csv, .json, or .html (work-precision diagram)");
  add_name(compare_command, "--svg", compare_options.svg_folder, "folder for the diagram as an SVG picture");
  add_talk(compare_command, compare_options.talk);
  compare_command->callback([&] {
    complete_output(compare_options.output, compare_format);
    for (const std::string& n : compare_steps) compare_options.steps.push_back(integer<long>("--steps", n));
    code = compare(compare_options);
  });

  AdviseOptions advise_options;
  CLI::App* advise_command = app.add_subcommand("advise", "which method and which step, measured on the scenario");
  advise_command->add_option("FILE", advise_options.scenario, "scenario; - for standard input")->required();
  add_quantity(advise_command, "--accuracy", advise_options.accuracy, "rad",
               "largest error of the attitude in the run, rad; else 1e-6");
  add_quantity(advise_command, "--budget", advise_options.budget, "s",
               "CPU time of the run, as \"1 ms\": the least error within it");
  add_quantity(advise_command, "--horizon", advise_options.horizon, "s",
               "how long the run will be, as \"2 h\"; else as the scenario says");
  advise_command->add_flag("--fewest-torques", advise_options.fewest_torques,
                           "count torque evaluations, not time: for a torque that is expensive");
  advise_command->add_flag("--thorough", advise_options.thorough, "then try every method on every flow; takes minutes");
  add_name(advise_command, "-o,--output", advise_options.output,
           "write the curves that were measured: .svg, .html or .json");
  add_talk(advise_command, advise_options.talk);
  advise_command->callback([&] { code = advise(advise_options); });

  EnsembleOptions ensemble_options;
  std::string ensemble_format;
  CLI::App* ensemble_command =
      app.add_subcommand("ensemble", "many bodies whose numbers vary: one row each, and quantiles");
  ensemble_command
      ->add_option("FILE", ensemble_options.scenario,
                   "scenario with [ensemble] and [[vary]] (docs/how-to/ensembles.md); - for standard input")
      ->required();
  add_output(ensemble_command, ensemble_options.output, ensemble_format,
             "write one row for each body: .csv, .npz, .h5; or .html (histograms)");
  add_integer(ensemble_command, "--bodies", ensemble_options.overrides.bodies, "number of bodies");
  add_integer(ensemble_command, "--seed", ensemble_options.overrides.seed, "of the random numbers");
  ensemble_command
      ->add_option("--quantities", ensemble_options.overrides.quantities,
                   "of each body, in place of those of the file: flips,tilt_max,events,certificate")
      ->delimiter(',');
  add_integer(ensemble_command, "--threads", ensemble_options.threads,
              "number of threads; the results are the same for any number");
  add_overrides(ensemble_command, ensemble_options.overrides);
  add_integer(ensemble_command, "--body", ensemble_options.body, "number of a body, from 0 on; with --as-scenario");
  ensemble_command->add_flag("--as-scenario", ensemble_options.as_scenario,
                             "write that body as a scenario (-o FILE.toml, else standard output); nothing is run");
  add_name(ensemble_command, "--checkpoint", ensemble_options.checkpoint,
           "save the bodies that are done here; polhode resume goes on");
  add_integer(ensemble_command, "--checkpoint-every", ensemble_options.checkpoint_every,
              "bodies that are saved at once; else a 64th of them, at least 4096");
  add_talk(ensemble_command, ensemble_options.talk);
  ensemble_command->callback([&] {
    complete_output(ensemble_options.output, ensemble_format);
    code = ensemble(ensemble_options, ranks);
  });

  VerifyOptions verify_options;
  CLI::App* verify_command = app.add_subcommand("verify", "errors and grade of a trajectory of any program");
  verify_command->add_option("FILE", verify_options.files,
                             "trajectories (.csv, .npz, .aem, .xml, .a, .glb; docs/how-to/verify.md); several with "
                             "different steps: the order");
  auto* case_option = verify_command->add_option("--case", verify_options.case_name, "what the file claims to be");
  verify_command->add_option("--scenario", verify_options.scenario, "the same as a scenario")->excludes(case_option);
  verify_command->add_option("--require", verify_options.require, "A to E: exit 1 if the grade is worse");
  add_name(verify_command, "-o,--output", verify_options.output,
           "write a page: errors over time, both bodies side by side (.html)");
  verify_command->add_flag("--list-cases", verify_options.list_cases, "the cases; with --json for programs");
  add_talk(verify_command, verify_options.talk);
  verify_command->callback([&] { code = verify(verify_options); });

  SniffOptions sniff_options;
  CLI::App* sniff_command =
      app.add_subcommand("sniff", "how the numbers of a trajectory are meant: order, direction, axes, unit");
  sniff_command
      ->add_option("FILE", sniff_options.file, "trajectory (.csv, .npz, .aem, .xml, .a, .glb); it is not changed")
      ->required();
  auto* moments_option =
      sniff_command->add_option("--moments", sniff_options.moments, "principal moments, if they are known: 1,2,3")
          ->delimiter(',');
  sniff_command->add_option("--case", sniff_options.case_name, "or the case (see polhode verify --list-cases)")
      ->excludes(moments_option);
  add_talk(sniff_command, sniff_options.talk);
  sniff_command->callback([&] { code = sniff(sniff_options); });

  ConvertOptions convert_options;
  CLI::App* convert_command = app.add_subcommand("convert", "attitudes from one format into another");
  convert_command
      ->add_option("IN", convert_options.in, "trajectory: .csv .npz .aem .xml .a .glb; - for CSV on standard input")
      ->required();
  convert_command
      ->add_option("OUT", convert_options.out,
                   "what is made of it, by its ending: .csv .npz .aem .xml .a .glb; - for CSV on standard output")
      ->required();
  convert_command->add_option("--scenario", convert_options.scenario,
                              "scenario with [object], and the body's shape for .glb");
  convert_command->add_option("--epoch", convert_options.epoch, "date of t = 0, as 2026-11-19T00:00:00Z");
  convert_command->add_option("--name", convert_options.name, "of the object");
  convert_command->add_option("--id", convert_options.id, "of the object, as 1998-067A");
  convert_command->add_option("--frame", convert_options.frame, "axes of space: EME2000, GCRF, ICRF or TEME");
  add_talk(convert_command, convert_options.talk);
  convert_command->callback([&] {
    if (convert_options.out == "-") convert_options.out += ".csv";
    code = convert(convert_options);
  });

  InertiaOptions inertia_options;
  CLI::App* inertia_command =
      app.add_subcommand("inertia", "mass, centre and inertia of a mesh, or why it encloses no body");
  inertia_command
      ->add_option("FILE", inertia_options.file, "mesh: .stl .obj .ply .off .glb .gltf; robot: .urdf .sdf .xml")
      ->required();
  add_quantity(inertia_command, "--density", inertia_options.density, "kg/m3", "density, kg/m3; or as \"2.7 g/cm3\"");
  add_quantity(inertia_command, "--mass", inertia_options.mass, "kg", "or mass, kg");
  inertia_command->add_option("--unit", inertia_options.unit, "of the file: m, cm, mm, km, in or ft; else m");
  inertia_command->add_option("--join", inertia_options.join,
                              "make one of points that are so near, in the unit of the file; else of equal ones");
  inertia_command->add_flag("--check", inertia_options.check,
                            "of a robot (URDF, SDF, MJCF): each link against what a body can have, and its shape");
  add_talk(inertia_command, inertia_options.talk);
  inertia_command->callback([&] { code = inertia(inertia_options); });

  bool methods_json = false, methods_markdown = false;
  CLI::App* methods_command = app.add_subcommand("methods", "all methods and what each of them keeps");
  auto* methods_json_flag = methods_command->add_flag("--json", methods_json, "for programs");
  methods_command->add_flag("--markdown", methods_markdown, "as docs/reference/methods.md")
      ->excludes(methods_json_flag);
  methods_command->callback([&] {
    code = methods(methods_json ? Listing::json : methods_markdown ? Listing::markdown : Listing::table);
  });

  bool torques_json = false, torques_markdown = false;
  CLI::App* torques_command = app.add_subcommand("torques", "all torques, their keys, and what they offer to methods");
  auto* torques_json_flag = torques_command->add_flag("--json", torques_json, "for programs");
  torques_command->add_flag("--markdown", torques_markdown, "as docs/reference/torques.md")
      ->excludes(torques_json_flag);
  torques_command->callback([&] {
    code = torques(torques_json ? Listing::json : torques_markdown ? Listing::markdown : Listing::table);
  });

  app.add_subcommand("reproduce", "the papers' tables and figures: printed, ours, verdict");
  if (argc > 1 && std::string(argv[1]) == "reproduce")  // its flags are its own
    return reproduce(std::vector<std::string>(argv + 2, argv + argc));

  std::string shell;
  CLI::App* completion_command = app.add_subcommand("completion", "script for completion in bash, zsh or fish");
  completion_command->add_option("SHELL", shell, "bash, zsh or fish")->required();
  completion_command->callback([&] { code = completion(shell); });

  for (CLI::App* command : app.get_subcommands({})) command->get_formatter()->column_width(34);
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (argc < 2 || (argv[1][0] != '-' && std::ranges::find(names, argv[1]) == names.end())) {
    const std::string near = argc < 2 ? "" : polhode::nearest(argv[1], names);
    throw Refusal(
        (argc < 2 ? std::string("a command is needed") : "there is no command \"" + std::string(argv[1]) + "\"") +
        (near.empty() ? "" : "; did you mean \"" + near + "\"?") +
        " (run, resume, compare, advise, ensemble, verify, sniff, convert, inertia, methods, torques, reproduce, "
        "completion; "
        "polhode "
        "--help "
        "tells "
        "more)");
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    const std::string command = app.get_subcommands().empty() ? "" : " " + app.get_subcommands().front()->get_name();
    throw Refusal(std::string(error.what()) + " (see polhode" + command + " --help)");
  }
  return code;
}

int refused(const Refusal& refusal, bool json) {
  std::fputs(refusal.what(), stderr);
  if (json) std::printf("%s\n", refusal.json().c_str());
  return kBadInput;
}
int failed(const std::string& outcome, const std::string& cause, bool json) {
  std::fprintf(stderr, "polhode: %s\n", cause.c_str());
  if (json) std::printf("%s\n", polhode::text_of({{"outcome", outcome}, {"cause", cause}}).c_str());
  return kFailed;
}

}  // namespace

int polhode::program::obey(int argc, char** argv, Ranks& ranks) {
  // A command line that cannot be read is refused in the form that it asks for, too.
  const bool json = std::ranges::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
  int code = kDone;
  bool alone = false;  // what is wrong is so on this rank, and the others may not know
  try {
    code = do_command(argc, argv, ranks);
  } catch (const Refusal& error) {
    code = refused(error, json);
  } catch (const polhode::InvalidInput& error) {
    code = refused(Refusal(error.what()), json);
  } catch (const polhode::FileFault& error) {
    code = refused(Refusal({{{.line = 0, .key = "", .message = error.reason}, error.file}}), json), alone = true;
  } catch (const polhode::OutputError& error) {
    code = failed("not_written", error.what(), json), alone = true;
  } catch (const std::exception& error) {
    code = failed("internal_error", std::string("internal error: ") + error.what(), json), alone = true;
  }
  // What did not reach its reader was not said.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "polhode: the output cannot be written: %s\n", std::strerror(errno));
    if (code == kDone) code = kFailed;
  }
  if (alone) ranks.give_up(code);
  return code;
}

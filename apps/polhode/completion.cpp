// completion.cpp -- `polhode completion`: scripts for shells, made from the names that the program knows
#include <cstdio>
#include <string>

#include "catalogue/catalogue.hpp"
#include "commands.hpp"
#include "output/refusal.hpp"

namespace polhode::program {

namespace {

constexpr const char* kCommands =
    "run resume compare advise ensemble verify sniff convert inertia methods torques reproduce completion";
constexpr const char* kFlags =
    "--output --format --method --flow --accuracy --step --steps --end --svg --require --no-estimate --checkpoint "
    "--checkpoint-every "
    "--methods --budget --horizon --fewest-torques --thorough --bodies --seed --quantities --threads --body "
    "--as-scenario --case --scenario --list-cases --moments --density --mass --unit --join --epoch --name --id --frame "
    "--check --json "
    "--quiet "
    "--markdown --list --help --version";

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

void bash() {
  std::printf(
      "_polhode() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  case $before in\n"
      "    --method|--methods) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return;;\n"
      "    --flow) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return;;\n"
      "    polhode) COMPREPLY=($(compgen -W '%s --help --version' -- \"$word\")); return;;\n"
      "    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$word\")); return;;\n"
      "  esac\n"
      "  case $word in\n"
      "    -*) COMPREPLY=($(compgen -W '%s' -- \"$word\"));;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$word\"));;\n"
      "  esac\n"
      "}\n"
      "complete -o filenames -F _polhode polhode\n",
      joined(method_names()).c_str(), joined(flow_names()).c_str(), kCommands, kFlags);
}

}  // namespace

int completion(const std::string& shell) {
  if (shell == "bash") {
    bash();
  } else if (shell == "zsh") {
    std::printf("autoload -U +X bashcompinit && bashcompinit\n");
    bash();
  } else if (shell == "fish") {
    std::printf("complete -c polhode -n __fish_use_subcommand -f -a '%s'\n", kCommands);
    std::printf("complete -c polhode -l method -x -a '%s'\n", joined(method_names()).c_str());
    std::printf("complete -c polhode -l methods -x -a '%s'\n", joined(method_names()).c_str());
    std::printf("complete -c polhode -l flow -x -a '%s'\n", joined(flow_names()).c_str());
    for (const char* flag : {"output", "svg", "checkpoint", "scenario"})
      std::printf("complete -c polhode -l %s -r\n", flag);
    for (const char* flag :
         {"format",           "step",   "steps", "end",        "accuracy", "budget", "horizon", "require",
          "checkpoint-every", "bodies", "seed",  "quantities", "threads",  "body",   "case",    "moments",
          "density",          "mass",   "unit",  "join",       "epoch",    "name",   "id",      "frame"})
      std::printf("complete -c polhode -l %s -x\n", flag);
    for (const char* flag : {"no-estimate", "fewest-torques", "thorough", "as-scenario", "list-cases", "check", "json",
                             "quiet", "markdown", "list", "help", "version"})
      std::printf("complete -c polhode -l %s\n", flag);
  } else {
    throw Refusal("completion: \"" + shell + "\" must be bash, zsh or fish");
  }
  return kDone;
}

}  // namespace polhode::program

// alone.cpp -- build/polhode: one process
#include "commands.hpp"
#include "job.hpp"

int main(int argc, char** argv) {
  polhode::program::hold_standard_descriptors();
  polhode::Ranks alone;
  return polhode::program::obey(argc, argv, alone);
}

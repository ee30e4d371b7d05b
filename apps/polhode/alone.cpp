// alone.cpp -- build/polhode: one process
#include "commands.hpp"

int main(int argc, char** argv) {
  polhode::Ranks alone;
  return polhode::program::obey(argc, argv, alone);
}

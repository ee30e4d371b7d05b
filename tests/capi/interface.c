/* interface.c -- everything of polhode.h from C99: numbers, messages, and wrong input to every function */
#include "interface.h"

static int failures = 0;
void check(int good, const char *what, const char *file, int line) {
  if (good) return;
  printf("%s:%d: %s (last error: %s)\n", file, line, what, polhode_last_error());
  ++failures;
}
void check_refused(polhode_status is, polhode_status expected, const char *text, const char *what, const char *file, int line) {
  check(is == expected && strstr(polhode_last_error(), text) != NULL, what, file, line);
}

int main(void) {
  status();
  bodies();
  solids_and_atoms();
  meshes();
  free_motion();
  arrays();
  problems();
  heavy_top();
  callbacks();
  callbacks_for_many();
  dense_output();
  free_run();
  kinds_of_keys();
  events();
  checkpoints();
  ensembles();
  cards();
  threads();
  if (failures) printf("%d failures\n", failures);
  return failures ? 1 : 0;
}

/* cards.c -- cards of methods and torques */
#include "interface.h"

void cards(void) {
  int64_t entries = 0;
  const char *certificate_name = NULL;
  polhode_method method = POLHODE_METHOD;
  polhode_torque torque = POLHODE_TORQUE;
  polhode_torque_key key = POLHODE_TORQUE_KEY;
  int64_t methods = 0, torques = 0, i, k;
  int drags = 0;
  OK(polhode_method_count(&methods));
  CHECK(methods > 50);
  for (i = 0; i < methods; ++i) {
    OK(polhode_method_card(i, &method));
    CHECK(method.name[0] && method.title[0] && method.reference && method.family[0] && method.order >= 0);
  }
  OK(polhode_method_find("sr2", NULL, &method));
  CHECK(strcmp(method.name, "sr2") == 0 && method.order == 2 && method.symplectic && method.keeps_momentum && !method.takes_torque);
  OK(polhode_method_find("exact", NULL, &method));
  CHECK(method.order == POLHODE_EXACT && method.energy == 2);
  OK(polhode_method_find("rkn6", "dmv16", &method));
  CHECK(method.order == 6 && strcmp(method.flow, "dmv16") == 0 && method.needs_potential && method.torque_evaluations == 11);
  INVALID("did you mean \"rkn6\"?", polhode_method_find("rkn66", NULL, &method));
  INVALID("name must not be null", polhode_method_find(NULL, NULL, &method));
  INVALID("card must not be null", polhode_method_find("sr2", NULL, NULL));
  INVALID("card must not be null", polhode_method_card(0, NULL));
  INVALID("i = -1: there are ", polhode_method_card(-1, &method));
  INVALID("counted from 0", polhode_method_card(methods, &method));
  INVALID("n must not be null", polhode_method_count(NULL));
  OK(polhode_certificate_count(&entries));
  CHECK(entries >= 11);
  for (i = 0; i < entries; ++i) {
    const char *name = NULL, *meaning = NULL;
    OK(polhode_certificate_entry(i, &name, &meaning));
    OK(polhode_certificate_entry(i, &name, NULL));
    CHECK(name && name[0] && meaning && meaning[0]);
    if (i == 0) CHECK(strcmp(name, "energy_error_max") == 0);
  }
  INVALID("n must not be null", polhode_certificate_count(NULL));
  INVALID("name must not be null", polhode_certificate_entry(0, NULL, NULL));
  INVALID("counted from 0", polhode_certificate_entry(entries, &certificate_name, NULL));
  method.size = 4;
  INVALID("begin with POLHODE_METHOD", polhode_method_card(0, &method));

  OK(polhode_torque_count(&torques));
  for (i = 0; i < torques; ++i) {
    OK(polhode_torque_card(i, &torque));
    CHECK(torque.kind[0] && torque.title[0] && torque.keys > 0);
    for (k = 0; k < torque.keys; ++k) {
      OK(polhode_torque_card_key(i, k, &key));
      CHECK(key.name[0] && key.meaning[0] && key.kind[0]);
      if (strcmp(torque.kind, "drag") == 0 && strcmp(key.name, "coefficient") == 0)
        drags += strstr(key.rule, "must not be negative") != NULL && strcmp(key.kind, "number") == 0;
    }
    INVALID("counted from 0", polhode_torque_card_key(i, torque.keys, &key));
  }
  CHECK(drags == 1);
  INVALID("n must not be null", polhode_torque_count(NULL));
  INVALID("card must not be null", polhode_torque_card(0, NULL));
  INVALID("counted from 0", polhode_torque_card(torques, &torque));
  INVALID("card must not be null", polhode_torque_card_key(0, 0, NULL));
  INVALID("i = -1", polhode_torque_card_key(-1, 0, &key));
  torque.size = 0, key.size = 0;
  INVALID("begin with POLHODE_TORQUE", polhode_torque_card(0, &torque));
  INVALID("begin with POLHODE_TORQUE_KEY", polhode_torque_card_key(0, 0, &key));
}

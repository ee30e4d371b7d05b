// cards.cpp -- the cards of methods and torques as dictionaries
#include "core.hpp"

namespace polhode_python {

void add_cards(py::module_& m) {
  m.attr("EXACT") = POLHODE_EXACT;
  m.def("methods", [] {
    int64_t n = 0;
    check(polhode_method_count(&n));
    py::list all;
    for (int64_t i = 0; i < n; ++i) {
      polhode_method c = POLHODE_METHOD;
      check(polhode_method_card(i, &c));
      py::dict d;
      d["name"] = c.name, d["title"] = c.title, d["family"] = c.family, d["reference"] = c.reference;
      d["flow"] = c.flow, d["order"] = c.order, d["attitude_order"] = c.attitude_order;
      d["explicit"] = bool(c.is_explicit), d["symmetric"] = bool(c.symmetric);
      d["takes_torque"] = bool(c.takes_torque), d["needs_potential"] = bool(c.needs_potential);
      d["poisson"] = bool(c.poisson), d["symplectic"] = bool(c.symplectic), d["energy"] = c.energy;
      d["keeps_casimir"] = bool(c.keeps_casimir), d["keeps_momentum"] = bool(c.keeps_momentum);
      d["keeps_vertical"] = bool(c.keeps_vertical), d["torque_evaluations"] = c.torque_evaluations;
      all.append(d);
    }
    return all;
  });
  m.def("certificate", [] {
    int64_t n = 0;
    check(polhode_certificate_count(&n));
    py::dict all;
    for (int64_t i = 0; i < n; ++i) {
      const char *name = nullptr, *meaning = nullptr;
      check(polhode_certificate_entry(i, &name, &meaning));
      all[name] = meaning;
    }
    return all;
  });
  m.def("torques", [] {
    int64_t n = 0;
    check(polhode_torque_count(&n));
    py::list all;
    for (int64_t i = 0; i < n; ++i) {
      polhode_torque c = POLHODE_TORQUE;
      check(polhode_torque_card(i, &c));
      py::list keys;
      for (int64_t k = 0; k < c.keys; ++k) {
        polhode_torque_key key = POLHODE_TORQUE_KEY;
        check(polhode_torque_card_key(i, k, &key));
        py::dict d;
        d["name"] = key.name, d["meaning"] = key.meaning, d["unit"] = key.unit, d["kind"] = key.kind;
        d["rule"] = key.rule, d["required"] = bool(key.required);
        keys.append(d);
      }
      py::dict d;
      d["kind"] = c.kind, d["title"] = c.title, d["formula"] = c.formula, d["reference"] = c.reference;
      d["remark"] = c.remark, d["table"] = c.table, d["has_potential"] = bool(c.has_potential);
      d["depends_on_time"] = bool(c.depends_on_time), d["depends_on_velocity"] = bool(c.depends_on_velocity);
      d["keys"] = keys;
      all.append(d);
    }
    return all;
  });
}

}  // namespace polhode_python

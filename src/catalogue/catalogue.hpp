// catalogue.hpp -- the methods by name, at run time: cards, aliases, and who can take what
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/auto.hpp"
#include "polhode/methods/card.hpp"

namespace polhode {

/// Cards of the methods: those of the free body, and those under a torque. A splitting appears once per flow that is usual;
/// it works on any method of the free body that carries no memory. Some methods are in both.
std::span<const MethodInfo> free_cards();
std::span<const MethodInfo> torqued_cards();

/// Of a method under a torque: it is in the list of the free body as well.
bool moves_free_body(const MethodInfo&);

/// The lower of its two orders, with which an error falls; 0: it does not converge. What is exact counts as 60.
int order_of(const MethodInfo&);

/// Names that may follow `method =` (aliases included) and `flow =`; variants of a method, as `mclachlan-reich-231`, are
/// known beside them. "auto" is no method: it stands for a choice.
const std::vector<std::string>& method_names();
const std::vector<std::string>& flow_names();
bool is_method(std::string_view name);
bool is_flow(std::string_view name);
/// strang, rkn6, ...: takes a flow. rattle and the aliases mr, sej, sej4 bring their own, so they do not.
bool takes_flow(std::string_view method);

/// A method with everything decided: no alias, no auto.
struct Choice {
  std::string method;
  std::string flow;    ///< of a splitting; else empty
  MethodInfo card;     ///< of the method on that flow
  std::string remark;  ///< what was decided for the user, empty if nothing was
  bool was_auto = false;
  std::string name() const { return flow.empty() ? method : method + " on " + flow; }
};
/// `torque`: what acts on the body, and can do these things; empty for a free body.
/// Throws InvalidInput: no such method or flow (with the nearest name), a flow for a method that takes none, a method that
/// cannot take the torque (with those that can).
Choice choose(std::string_view method, std::string_view flow, const std::optional<Abilities>& torque);

/// What auto stands for, with its remark (catalogue/auto.hpp).
Choice choose(const AutoMethod&, const std::optional<Abilities>& torque);

/// The name nearest to a mistyped one (by edits), or nothing if none is near.
std::string nearest(std::string_view name, std::span<const std::string> names);

}  // namespace polhode

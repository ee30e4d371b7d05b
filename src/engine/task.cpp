// task.cpp -- the plan of a task
#include "engine/task.hpp"

#include <algorithm>

#include "problem/torques.hpp"

namespace polhode {

std::vector<Stretch> plan_of(const Task& task) {
  return plan(task.problem.start_time, task.problem.end_time, torques_of(task.problem).switches(), task.steps);
}

long steps_of(const std::vector<Stretch>& plan) {
  long sum = 0;
  for (const Stretch& stretch : plan) sum += stretch.n;
  return sum;
}

Estimate estimate_for(const Task& task, const std::vector<Stretch>& plan) {
  return task.problem.is_free()                                                ? Estimate::not_needed
         : order_of(task.choice.card) == 0                                     ? Estimate::no_order
         : !task.estimate                                                      ? Estimate::switched_off
         : std::ranges::any_of(plan, [](const Stretch& s) { return s.n < 2; }) ? Estimate::too_few_steps
                                                                               : Estimate::made;
}

}  // namespace polhode

// verdict.js -- what a run claims: good, doubtful or bad, and in which words
import { short } from './dom.js';

// Errors that a verdict goes by; the others of the certificate are about the same things.
const kJudged = {
  energy_error_max: 'energy',
  momentum_error_max: 'momentum',
  vertical_momentum_error_max: 'vertical momentum',
  axial_momentum_error_max: 'momentum about the axis',
  attitude_norm_error_max: 'length of the quaternion',
  attitude_error_max: 'attitude',
  attitude_error_estimate: 'attitude (estimated)',
};
const kGood = 1e-6;
const kDoubtful = 1e-2;

/// By the size of an error, relative or in rad.
export function gradeOf(error) {
  return error <= kGood ? 'good' : error <= kDoubtful ? 'doubtful' : 'bad';
}

/// "good", "doubtful" or "bad": the program's own word if it gave one, else by the largest error; "unknown" if nothing
/// but the length of the quaternion could be measured.
export function gradeOfRun({ done, outcome, verdict, certificate }) {
  if (!done && outcome !== 'interrupted') return 'bad';
  if (verdict) return verdict;
  const measured = certificate.filter(({ name, value }) => name in kJudged && value != null);
  const grades = measured.map(({ value }) => gradeOf(value));
  for (const grade of ['bad', 'doubtful']) if (grades.includes(grade)) return grade;
  return measured.some(({ name }) => name !== 'attitude_norm_error_max') ? 'good' : 'unknown';
}

/// What was kept and what was not, in one line.
export function verdictText({ certificate, scenario, method }) {
  const value = (name) => certificate.find((entry) => entry.name === name)?.value;
  const kept = [];
  const off = [];
  const say = (name, unit = '') => {
    const x = value(name);
    if (x == null) return;
    if (gradeOf(x) === 'bad') off.push(`${kJudged[name]} off by ${short(x, 1)}${unit}`);
    else if (unit) off.push(`${kJudged[name]} within ${short(x, 1)}${unit}`);
    else kept.push(`${kJudged[name]} ${kept.length ? '' : 'kept '}${x === 0 ? 'exactly' : `to ${short(x, 1)}`}`);
  };
  say('energy_error_max');
  say('momentum_error_max');
  if (value('momentum_error_max') == null) say('vertical_momentum_error_max');
  if (value('momentum_error_max') == null) say('axial_momentum_error_max');
  if (gradeOf(value('attitude_norm_error_max') ?? 0) !== 'good') say('attitude_norm_error_max');
  // 0 of an exact method: the reference is that method itself.
  if (method.order !== 'exact' || value('attitude_error_max') > 0) say('attitude_error_max', ' rad');
  say('attitude_error_estimate', ' rad');
  let text = [kept.join(', '), off.join(', ')].filter(Boolean).join('; ');
  if (!text)
    text = scenario.torques.length
      ? 'done, but nothing here could be checked: the torque does work, so that neither energy nor momentum is conserved'
      : 'done';
  return text[0].toUpperCase() + text.slice(1);
}

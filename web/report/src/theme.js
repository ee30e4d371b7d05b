// theme.js -- light or dark: as the system says, until the reader chooses
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = [];
let chosen = null;
let printing = false;

// Storage is refused to some files that are opened from disk; then the choice holds for this visit.
try {
  chosen = localStorage.getItem('polhode-theme');
} catch {}

export const isDark = () => !printing && (chosen ? chosen === 'dark' : system.matches);

function apply() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  for (const listener of listeners) listener();
}
export function onTheme(listener) {
  listeners.push(listener);
}
export function toggleTheme() {
  chosen = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem('polhode-theme', chosen);
  } catch {}
  apply();
}
/// On paper everything is light.
export function setPrinting(on) {
  printing = on;
  apply();
}
system.addEventListener('change', apply);
apply();

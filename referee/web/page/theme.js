// Light or dark: the system's setting, until the visitor chooses here. A plain script that runs before the first paint, so
// that the page does not flash in the other colours.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem('quiver.theme'); } catch { /* No storage: every visit begins with the system's setting. */ }
  const system = matchMedia('(prefers-color-scheme: dark)');
  const dark = () => (chosen ?? (system.matches ? 'dark' : 'light')) === 'dark';

  function show() {
    document.documentElement.dataset.theme = dark() ? 'dark' : 'light';
    document.getElementById('theme')?.setAttribute('aria-pressed', String(dark()));
  }

  function toggle() {
    chosen = dark() ? 'light' : 'dark';
    try { localStorage.setItem('quiver.theme', chosen); } catch { /* Then it holds for this visit only. */ }
    show();
  }

  show();
  system.addEventListener('change', show);
  document.addEventListener('DOMContentLoaded', () => {
    show();
    document.getElementById('theme').addEventListener('click', toggle);
  });
})();

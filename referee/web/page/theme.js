// Light or dark: what the system says, until somebody says otherwise here. A plain script that runs before anything is
// painted, so that a page in the other colours does not flash up first.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem('quiver.theme'); } catch { /* No storage: every visit begins with the system's. */ }
  const system = matchMedia('(prefers-color-scheme: dark)');
  const dark = () => (chosen ?? (system.matches ? 'dark' : 'light')) === 'dark';

  function show() {
    document.documentElement.dataset.theme = dark() ? 'dark' : 'light';
    document.getElementById('theme')?.setAttribute('aria-pressed', String(dark()));
  }

  function toggle() {
    chosen = dark() ? 'light' : 'dark';
    try { localStorage.setItem('quiver.theme', chosen); } catch { /* It holds for this visit, then. */ }
    show();
  }

  show();
  system.addEventListener('change', show);
  document.addEventListener('DOMContentLoaded', () => {
    show();
    document.getElementById('theme').addEventListener('click', toggle);
  });
})();

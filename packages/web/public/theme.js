// Runs before the first paint, so the page never flashes in the other theme.
try {
  const theme = localStorage.getItem('ibid:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be disabled; the system's theme applies then.
}

import { useState } from 'react';
import { readStored, writeStored } from '../lib/stored.js';

export type Theme = 'system' | 'light' | 'dark';

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  writeStored('theme', theme === 'system' ? null : theme);
}

function current(): Theme {
  const stored = readStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const [theme, setTheme] = useState<Theme>(current);
  return {
    theme,
    setTheme: (next) => {
      apply(next);
      setTheme(next);
    },
  };
}

/** Light becomes dark and the other way round, whatever set the present one. */
export function toggleTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const now = current() === 'system' ? (dark ? 'dark' : 'light') : current();
  apply(now === 'dark' ? 'light' : 'dark');
}

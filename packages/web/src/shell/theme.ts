import { useState, useSyncExternalStore } from 'react';
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

/** Switches between light and dark, whatever set the current one. */
export function toggleTheme(): void {
  apply(shownTheme() === 'dark' ? 'light' : 'dark');
}

/** Whether the page is dark, for content drawn in fixed colours. */
export function useIsDark(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia('(prefers-color-scheme: dark)');
      const observer = new MutationObserver(listener);
      media.addEventListener('change', listener);
      observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      return () => {
        media.removeEventListener('change', listener);
        observer.disconnect();
      };
    },
    () => shownTheme() === 'dark',
  );
}

function shownTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

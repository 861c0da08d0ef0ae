import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

interface Handlers {
  onPalette: () => void;
  onShortcuts: () => void;
  onSidebar: () => void;
}

/** Focuses the message field, if there is one. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>('textarea[data-composer]')?.focus();
}

/** Whether the user is typing in a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Keyboard shortcuts for the whole page. */
export function useShortcuts(handlers: Handlers): void {
  const navigate = useNavigate();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const run = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (command && key === 'k') run(handlers.onPalette);
    else if (command && event.shiftKey && key === 'o') run(() => void navigate({ to: '/' }));
    else if (command && !event.shiftKey && key === 'b') run(handlers.onSidebar);
    else if (command || event.altKey || isTyping(event.target)) return;
    else if (key === '/') run(focusComposer);
    else if (key === '?') run(handlers.onShortcuts);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

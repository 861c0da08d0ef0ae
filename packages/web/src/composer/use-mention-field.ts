import { useState } from 'react';
import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { mentionQuery } from './mention-query.js';
import { useMentions } from './use-mentions.js';
import type { ScopeEntry } from './use-mentions.js';

/** The list that opens after an `@`: its entries, the active one, and its keys. */
export function useMentionField(options: {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  onPick: (entry: ScopeEntry) => void;
}) {
  const { field, text, setText, onPick } = options;
  const [caret, setCaret] = useState(0);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const mention = mentionQuery(text, caret);
  const open = mention !== null && mention.start !== dismissed;
  const entries = useMentions(open ? mention.query : null);
  const current = Math.min(active, Math.max(0, entries.length - 1));

  const pick = (entry: ScopeEntry) => {
    if (mention === null) return;
    setText(text.slice(0, mention.start) + text.slice(caret));
    setCaret(mention.start);
    setActive(0);
    onPick(entry);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const entry = entries[current];
    if (step !== 0 && entries.length > 0) setActive((current + step + entries.length) % entries.length);
    else if (event.key === 'Escape') setDismissed(mention.start);
    else if ((event.key === 'Enter' || event.key === 'Tab') && entry !== undefined) pick(entry);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    open,
    entries,
    active: current,
    pick,
    onKeyDown,
    close: () => setCaret(0),
    onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => setCaret(event.currentTarget.selectionStart),
  };
}

import { AtSign, X } from 'lucide-react';
import { texts } from '../texts/en.js';
import type { ScopeEntry } from './use-mentions.js';

export function ScopeChips(props: { scope: ScopeEntry[]; onRemove: (value: string) => void }) {
  if (props.scope.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 px-3 pt-3 text-xs">
      <span className="text-soft">{texts.composer.scope}</span>
      {props.scope.map((entry) => (
        <span
          key={entry.value}
          className="flex max-w-64 items-center gap-1 rounded-lg bg-accent-soft py-1 ps-2 pe-1 text-accent"
        >
          <AtSign size={12} className="shrink-0" />
          <bdi className="truncate font-medium">{entry.label}</bdi>
          <button
            type="button"
            aria-label={texts.composer.removeScope(entry.label)}
            onClick={() => props.onRemove(entry.value)}
            className="rounded p-0.5 hover:bg-raised"
          >
            <X size={12} />
          </button>
        </span>
      ))}
    </div>
  );
}

import { FileText, Library } from 'lucide-react';
import { texts } from '../texts/texts.js';
import type { ScopeEntry } from './use-mentions.js';

export function MentionList(props: {
  id: string;
  entries: ScopeEntry[];
  active: number;
  onPick: (entry: ScopeEntry) => void;
}) {
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 overflow-hidden rounded-xl border bg-raised shadow-lg">
      <p className="border-b px-3 py-1.5 text-xs text-soft">{texts.composer.mention}</p>
      <ul
        id={props.id}
        role="listbox"
        aria-label={texts.composer.mention}
        className="scroll-quiet max-h-64 overflow-auto p-1"
      >
        {props.entries.length === 0 ? (
          <li className="px-2.5 py-2 text-sm text-soft">{texts.composer.mentionEmpty}</li>
        ) : null}
        {props.entries.map((entry, position) => (
          <li
            key={entry.value}
            id={`${props.id}-${position}`}
            role="option"
            aria-selected={position === props.active}
            onPointerDown={(event) => {
              event.preventDefault();
              props.onPick(entry);
            }}
            className="flex cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm aria-selected:bg-panel"
          >
            {entry.value.includes('/') ? (
              <FileText size={14} className="text-soft" />
            ) : (
              <Library size={14} className="text-accent" />
            )}
            <bdi className="min-w-0 flex-1 truncate">{entry.label}</bdi>
            <span className="max-w-40 truncate text-xs text-soft">{entry.hint}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

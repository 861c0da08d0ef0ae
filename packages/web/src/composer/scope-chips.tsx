import { AtSign, X } from 'lucide-react';
import { texts } from '../texts/texts.js';
import { useScopeNames } from './use-scope-names.js';

export function ScopeChips(props: {
  scope: string[];
  onRemove: (value: string) => void;
  onClear: () => void;
}) {
  const names = useScopeNames(props.scope);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5 px-1.5 text-xs">
      <span className="text-soft">{texts.composer.scope}</span>
      {props.scope.map((value, position) => (
        <span
          key={value}
          className="flex max-w-64 items-center gap-1 rounded-lg bg-accent-soft py-0.5 ps-2 pe-1 text-accent"
        >
          <AtSign size={12} className="shrink-0" />
          <bdi className="truncate font-medium">{names[position]}</bdi>
          <button
            type="button"
            aria-label={texts.composer.removeScope(names[position] ?? '')}
            onClick={() => props.onRemove(value)}
            className="flex size-6 items-center justify-center rounded hover:bg-raised"
          >
            <X size={12} />
          </button>
        </span>
      ))}
      {props.scope.length < 2 ? null : (
        <button type="button" onClick={props.onClear} className="min-h-6 text-accent hover:underline">
          {texts.composer.everything}
        </button>
      )}
    </div>
  );
}

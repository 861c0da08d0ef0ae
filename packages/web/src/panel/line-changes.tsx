import type { LineChange } from '@ibid/core/internal';

const looks = {
  same: 'text-soft',
  added: 'bg-supported-soft text-supported',
  removed: 'bg-unsupported-soft text-unsupported',
};
const signs = { same: ' ', added: '+', removed: '−' };

/** Common and differing lines of two versions. A gap in the numbers becomes a line of dots. */
export function LineChanges({ label, changes }: { label: string; changes: readonly LineChange[] }) {
  return (
    <div className="py-2 font-mono text-xs leading-relaxed" aria-label={label} role="group" dir="auto">
      {changes.map((change, position) => (
        <div key={position}>
          {isAfterGap(changes[position - 1], change) ? <p className="px-4 text-soft">⋯</p> : null}
          {change.lines.map((line, place) => (
            <div key={place} data-diff={change.kind} className={`flex gap-2 px-4 ${looks[change.kind]}`}>
              <span aria-hidden="true">{signs[change.kind]}</span>
              <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {line.replace(/\n$/, '')}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function isAfterGap(before: LineChange | undefined, change: LineChange): boolean {
  if (before === undefined) return change.oldLine > 1 && change.newLine > 1;
  const oldEnd = before.oldLine + (before.kind === 'added' ? 0 : before.lines.length);
  const newEnd = before.newLine + (before.kind === 'removed' ? 0 : before.lines.length);
  return change.oldLine > oldEnd && change.newLine > newEnd;
}

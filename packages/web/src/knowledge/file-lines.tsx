import type { ReactNode } from 'react';
import { texts } from '../texts/texts.js';

/** What is told of a file, or of several that were only counted. */
export interface FileNote {
  name: string;
  reason?: string;
  files?: number;
}

/** More lines than these are folded. */
const shown = 8;

/** Each file with its reason. Nothing is left out: the last ones are behind one click. */
export function FileLines({ files, isProblem = false }: { files: readonly FileNote[]; isProblem?: boolean }) {
  const lines = files.map(({ name, reason = '', files: count = 1 }, position) => (
    <li key={position} className="break-words whitespace-pre-line">
      <bdi className="font-medium">{texts.knowledge.skippedKind(count, name)}</bdi>
      {reason === '' ? '' : `: ${texts.engine(reason)}`}
    </li>
  ));
  return <Folded lines={lines} className={isProblem ? 'text-unsupported' : 'text-soft'} />;
}

/** Grouped by file extension: a folder with a thousand images is one line. */
export function SkippedLines({ files }: { files: readonly FileNote[] }) {
  const lines = byKind(files).map(({ kind, name, count, reason }) => (
    <li key={`${kind} ${reason}`} className="break-words">
      {texts.knowledge.skippedKind(count, count === 1 ? name : kind)}: {texts.engine(reason)}
    </li>
  ));
  return <Folded lines={lines} className="text-soft" label={texts.knowledge.skipped} />;
}

function Folded({ lines, className, label }: { lines: ReactNode[]; className: string; label?: string }) {
  const rest = lines.slice(shown);
  return (
    <div className={`mt-3 text-xs ${className}`}>
      <ul className="flex flex-col gap-1" aria-label={label}>
        {lines.slice(0, shown)}
      </ul>
      {rest.length === 0 ? null : (
        <details className="mt-1">
          <summary className="cursor-pointer font-medium">{texts.knowledge.moreFiles(rest.length)}</summary>
          <ul className="mt-1 flex flex-col gap-1">{rest}</ul>
        </details>
      )}
    </div>
  );
}

/** Entries may stand for several files. */
export function filesOf(entries: readonly FileNote[]): number {
  return entries.reduce((sum, { files = 1 }) => sum + files, 0);
}

function byKind(
  entries: readonly FileNote[],
): { kind: string; name: string; count: number; reason: string }[] {
  const kinds = new Map<string, { kind: string; name: string; count: number; reason: string }>();
  for (const { name, files = 1, reason = '' } of entries) {
    const kind = /\.[A-Za-z0-9]{1,8}$/u.exec(name)?.[0].toLowerCase() ?? name;
    const known = kinds.get(`${kind} ${reason}`) ?? { kind, name, count: 0, reason };
    kinds.set(`${kind} ${reason}`, { ...known, count: known.count + files });
  }
  return [...kinds.values()];
}

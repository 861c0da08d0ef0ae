import type { Job } from '../api/types.js';
import { isUnderWay } from '../api/use-job.js';

/** One file being added to a knowledge base, until dismissed. */
export interface TrayEntry {
  key: string;
  name: string;
  /** Including its folders; the server identifies it by this. */
  path: string;
  baseId: string | null;
  /**
   * There: the knowledge base has the file already, as it is. Skipped: files of this kind are not read, so there is no
   * document.
   */
  state: 'sending' | 'waiting' | 'reading' | 'ready' | 'there' | 'skipped' | 'failed';
  /** From 0 to 1: sent or read. Null if unknown. */
  share: number | null;
  reason: string | null;
  jobId: string | null;
  itemId: string | null;
  /** The same for all files dropped together, which several jobs may read. */
  drop?: string;
  /** The tab that sends it, and its last sign of life. */
  tab?: string;
  at?: number;
}

/** Longer than a browser suspends a background tab. */
const silent = 90_000;

const SETTLED: readonly TrayEntry['state'][] = ['failed', 'skipped', 'there', 'ready'];

export const isSettled = ({ state }: TrayEntry): boolean => SETTLED.includes(state);

/** Failed files first: that is what users look for. */
export function asListed(entries: readonly TrayEntry[]): TrayEntry[] {
  const rank = ({ state }: TrayEntry) => (state === 'failed' ? 0 : state === 'skipped' ? 1 : 2);
  return entries.toSorted((one, other) => rank(one) - rank(other));
}

/** Sending is a small part of the work: a half-full bar means that half of the files are read. */
const sent = 0.1;

/** How many files are done, and the progress of all of them. */
export function trayProgress(entries: readonly TrayEntry[]): { done: number; share: number } {
  let share = 0;
  for (const entry of entries) {
    share += isSettled(entry)
      ? 1
      : entry.state === 'sending'
        ? sent * (entry.share ?? 0)
        : sent + (1 - sent) * (entry.share ?? 0);
  }
  return { done: entries.filter(isSettled).length, share: share / Math.max(1, entries.length) };
}

/** For outcomes other than a document that can be asked about from now on. */
const STATE_AFTER: Readonly<Record<string, TrayEntry['state']>> = {
  failed: 'failed',
  skipped: 'skipped',
  unchanged: 'there',
};

/** Updates the entries of a job: each file is ready as soon as it is read. */
export function withJob(entries: readonly TrayEntry[], job: Job, cancelled: string): TrayEntry[] {
  const over = !isUnderWay(job);
  return entries.map((entry) => {
    if (entry.jobId !== job.id) return entry;
    const outcome =
      job.outcomes.find(({ path }) => path === entry.path) ??
      (over ? job.outcomes.find(({ name }) => name === nameOf(entry)) : undefined);
    if (outcome !== undefined) {
      return {
        ...entry,
        state: STATE_AFTER[outcome.outcome] ?? 'ready',
        share: null,
        itemId: outcome.itemId,
        reason: outcome.reason ?? outcome.warnings?.[0] ?? null,
      };
    }
    if (over) return { ...entry, state: 'failed', share: null, reason: job.error ?? cancelled };
    const isCurrent = job.state === 'running' && job.progress.current === nameOf(entry);
    return {
      ...entry,
      state: isCurrent ? 'reading' : 'waiting',
      share: shareOfRest(job.progress),
    };
  });
}

/** The progress of the files that are not done. */
function shareOfRest({ share, filesDone, filesTotal }: Job['progress']): number | null {
  if (share === null || filesTotal === null || filesDone >= filesTotal) return share;
  return Math.max(0, (share * filesTotal - filesDone) / (filesTotal - filesDone));
}

const isOnItsWay = (entry: TrayEntry): boolean => !isSettled(entry) && entry.jobId === null;

/** After a reload: what this tab was sending has not arrived. Other tabs continue to send theirs. */
export function afterReload(
  entries: readonly TrayEntry[],
  options: { lost: string; tab: string; now: number },
): TrayEntry[] {
  return entries.map((entry) => {
    const isOthers = entry.tab !== options.tab && options.now - (entry.at ?? 0) < silent;
    return !isOnItsWay(entry) || isOthers
      ? entry
      : { ...entry, state: 'failed', share: null, reason: options.lost };
  });
}

/** Merges the state from another tab; for its own uploads, each tab knows best. */
export function fromOtherTab(
  theirs: readonly TrayEntry[],
  ours: readonly TrayEntry[],
  tab: string,
): TrayEntry[] {
  const own = new Map(
    ours.filter((entry) => entry.tab === tab && isOnItsWay(entry)).map((entry) => [entry.key, entry]),
  );
  const known = new Set(theirs.map(({ key }) => key));
  return [
    ...theirs.map((entry) => own.get(entry.key) ?? entry),
    ...[...own.values()].filter(({ key }) => !known.has(key)),
  ];
}

/** Marks that this tab is still sending. */
export function stillSending(entries: readonly TrayEntry[], tab: string, now: number): TrayEntry[] {
  return entries.map((entry) => (entry.tab === tab && isOnItsWay(entry) ? { ...entry, at: now } : entry));
}

const nameOf = ({ path }: TrayEntry): string => path.split('/').at(-1) ?? path;

import type { Job } from '../api/types.js';
import { isUnderWay } from '../api/use-job.js';

/** One file on its way into a knowledge base, until it is dismissed. */
export interface TrayEntry {
  key: string;
  name: string;
  /** With its folders: what the server knows it by. */
  path: string;
  baseId: string | null;
  /** Skipped: it is of a kind that is not read, so there is no document. */
  state: 'sending' | 'waiting' | 'reading' | 'ready' | 'skipped' | 'failed';
  /** From 0 to 1: sent, or read. Null: not known. */
  share: number | null;
  reason: string | null;
  jobId: string | null;
  itemId: string | null;
  /** The same for all that were dropped together; many of them are read by several jobs. */
  drop?: string;
  /** The tab that sends it, and when that was last heard of. */
  tab?: string;
  at?: number;
}

/** Longer than a browser lets a tab in the background sleep. */
const silent = 90_000;

const SETTLED: readonly TrayEntry['state'][] = ['failed', 'skipped', 'ready'];

export const isSettled = ({ state }: TrayEntry): boolean => SETTLED.includes(state);

/** What did not come in stands on top: that is what one looks for. */
export function asListed(entries: readonly TrayEntry[]): TrayEntry[] {
  const rank = ({ state }: TrayEntry) => (state === 'failed' ? 0 : state === 'skipped' ? 1 : 2);
  return entries.toSorted((one, other) => rank(one) - rank(other));
}

/** Sending is the small part of the way: a bar that is half full says that half of the files are read. */
const sent = 0.1;

/** How many files are done with, and how far along all of them are. */
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

/** The entries of a job as it tells of them: each file is ready as soon as it is read. */
export function withJob(entries: readonly TrayEntry[], job: Job, cancelled: string): TrayEntry[] {
  const over = !isUnderWay(job);
  return entries.map((entry) => {
    if (entry.jobId !== job.id) return entry;
    const outcome =
      job.outcomes.find(({ path }) => path === entry.path) ??
      (over ? job.outcomes.find(({ name }) => name === nameOf(entry)) : undefined);
    if (outcome !== undefined) {
      const { outcome: state } = outcome;
      return {
        ...entry,
        state: state === 'failed' || state === 'skipped' ? state : 'ready',
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

/** How much is read of the files that are not done. */
function shareOfRest({ share, filesDone, filesTotal }: Job['progress']): number | null {
  if (share === null || filesTotal === null || filesDone >= filesTotal) return share;
  return Math.max(0, (share * filesTotal - filesDone) / (filesTotal - filesDone));
}

const isOnItsWay = (entry: TrayEntry): boolean => !isSettled(entry) && entry.jobId === null;

/** After a reload: what this tab was sending has not arrived. What another one sends, it continues sending. */
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

/** What another tab tells of all files; of what this one sends, it knows best itself. */
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

/** A sign that this tab still sends. */
export function stillSending(entries: readonly TrayEntry[], tab: string, now: number): TrayEntry[] {
  return entries.map((entry) => (entry.tab === tab && isOnItsWay(entry) ? { ...entry, at: now } : entry));
}

const nameOf = ({ path }: TrayEntry): string => path.split('/').at(-1) ?? path;

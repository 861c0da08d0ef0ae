import type { Job } from '../api/types.js';
import { isUnderWay } from '../api/use-job.js';

/** One file on its way into a knowledge base, until it is dismissed. */
export interface TrayEntry {
  key: string;
  name: string;
  /** With its folders: what the server knows it by. */
  path: string;
  baseId: string | null;
  state: 'sending' | 'waiting' | 'reading' | 'ready' | 'failed';
  /** From 0 to 1: sent, or read. Null: not known. */
  share: number | null;
  reason: string | null;
  jobId: string | null;
  itemId: string | null;
  /** While its job runs: how many files of the job are read. */
  jobDone?: number;
  /** The tab that sends it, and when that was last heard of. */
  tab?: string;
  at?: number;
}

/** Longer than a browser lets a tab in the background sleep. */
const silent = 90_000;

export const isSettled = ({ state }: TrayEntry): boolean => state === 'ready' || state === 'failed';

/** Sending is the small part of the way: a bar that is half full says that half of the files are read. */
const sent = 0.1;

/** How many files are done with, those of running jobs included, and how far along all of them are. */
export function trayProgress(entries: readonly TrayEntry[]): { done: number; share: number } {
  const running = new Map<string, number>();
  let done = 0;
  let share = 0;
  for (const entry of entries) {
    if (isSettled(entry)) done += 1;
    else if (entry.jobId !== null) running.set(entry.jobId, entry.jobDone ?? 0);
    share += isSettled(entry)
      ? 1
      : entry.state === 'sending'
        ? sent * (entry.share ?? 0)
        : sent + (1 - sent) * (entry.share ?? 0);
  }
  for (const count of running.values()) done += count;
  return { done: Math.min(done, entries.length), share: share / Math.max(1, entries.length) };
}

/** The entries of a job as it tells of them. */
export function withJob(entries: readonly TrayEntry[], job: Job, cancelled: string): TrayEntry[] {
  const over = !isUnderWay(job);
  return entries.map((entry) => {
    if (entry.jobId !== job.id) return entry;
    const outcome = job.outcomes.find(({ name }) => name === nameOf(entry));
    if (outcome !== undefined && over) {
      const failed = outcome.outcome === 'failed';
      return {
        ...entry,
        state: failed ? 'failed' : 'ready',
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
      share: job.progress.share,
      jobDone: job.progress.filesDone,
    };
  });
}

const isOnItsWay = (entry: TrayEntry): boolean => !isSettled(entry) && entry.jobId === null;

/** After a reload: what this tab was sending has not arrived. What another one sends, it goes on sending. */
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

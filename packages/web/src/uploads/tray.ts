import { useSyncExternalStore } from 'react';
import { ApiError, messageOf } from '../api/api-error.js';
import { createBase, uploadToBase } from '../api/knowledge.js';
import { basesKey } from '../api/library.js';
import { queryClient } from '../api/query-client.js';
import { request } from '../api/request.js';
import type { Job } from '../api/types.js';
import { jobEvents, isUnderWay } from '../api/use-job.js';
import { readStored, writeStored } from '../lib/stored.js';
import { texts } from '../texts/texts.js';
import type { DroppedFile } from './dropped-files.js';
import { afterReload, fromOtherTab, isSettled, stillSending, withJob } from './tray-entries.js';
import type { TrayEntry } from './tray-entries.js';

/** Few enough to show progress during a long drop, and for one bad file not to hold up many. */
const perUpload = 10;
const storageKey = 'tray';
const heartbeat = 20_000;
/** Survives a reload, and differs between tabs. */
const tab = tabId();

let entries: TrayEntry[] = restored();
let isOpen = false;
let keys = Date.now();
const listeners = new Set<() => void>();
const followed = new Set<string>();
let snapshot = { entries, isOpen };

/** WEB-11: files being added, wherever they were dropped; stored in this browser until dismissed. */
export function useTray(): { entries: TrayEntry[]; isOpen: boolean } {
  return useSyncExternalStore(subscribe, () => snapshot);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  for (const jobId of new Set(entries.flatMap((entry) => (isWaiting(entry) ? [entry.jobId ?? ''] : []))))
    void follow(jobId);
  return () => listeners.delete(listener);
}

export function openTray(open: boolean): void {
  isOpen = open;
  change(entries);
}

/** Logging out leaves no file names behind. */
export function forgetTray(): void {
  change([]);
}

/** Removes settled entries: one or all. */
export function dismiss(key: string | null): void {
  change(entries.filter((entry) => (key === null ? !isSettled(entry) : entry.key !== key)));
}

/**
 * Uploads files to a knowledge base; without one, to the user's own, created at the first drop. `onJob` is called for
 * each job that reads them.
 */
export async function addFiles(options: {
  files: readonly DroppedFile[];
  baseId?: string;
  onJob?: (job: { jobId: string }) => void;
  onSent?: (share: number) => void;
}): Promise<void> {
  const drop = `drop-${keys}`;
  const added = options.files.map(({ file, path }): TrayEntry => ({
    key: `file-${(keys += 1)}`,
    name: file.name,
    path,
    baseId: options.baseId ?? null,
    state: 'sending',
    share: null,
    reason: null,
    jobId: null,
    itemId: null,
    drop,
    tab,
    at: Date.now(),
  }));
  change([...entries, ...added]);
  const beating = setInterval(() => change(stillSending(entries, tab, Date.now())), heartbeat);
  try {
    await sendAll(added, options);
  } finally {
    clearInterval(beating);
  }
}

async function sendAll(added: readonly TrayEntry[], options: Parameters<typeof addFiles>[0]): Promise<void> {
  let baseId: string;
  try {
    baseId = options.baseId ?? (await ownBase());
  } catch (error) {
    fail(added, messageOf(error));
    throw error;
  }
  let problem: unknown = null;
  for (let at = 0; at < added.length; at += perUpload) {
    const part = added.slice(at, at + perUpload).map((entry, position) => ({
      entry,
      file: options.files[at + position]!,
    }));
    const done = at / added.length;
    await send(part, baseId, {
      ...options,
      onSent: (share) => options.onSent?.(done + (share * part.length) / added.length),
    }).catch((error: unknown) => {
      problem ??= error;
    });
  }
  if (problem !== null) throw problem;
}

interface Sending {
  entry: TrayEntry;
  file: DroppedFile;
}

async function send(
  part: readonly Sending[],
  baseId: string,
  options: { onJob?: (job: { jobId: string }) => void; onSent: (share: number) => void },
): Promise<void> {
  const own = new Map(part.map(({ entry }, position) => [entry.key, position]));
  const update = (fields: Partial<TrayEntry>, paths: readonly string[] = []) =>
    change(
      entries.map((entry) => {
        const position = own.get(entry.key);
        if (position === undefined) return entry;
        return { ...entry, ...fields, path: paths[position] ?? entry.path };
      }),
    );
  try {
    const job = await uploadToBase(
      baseId,
      part.map(({ file }) => file),
      (share) => {
        update({ share });
        options.onSent(share);
      },
    );
    // The server may write a name differently, for example without invisible characters.
    update({ state: 'waiting', share: null, jobId: job.jobId, baseId }, job.paths);
    options.onJob?.(job);
    void follow(job.jobId);
  } catch (error) {
    // One bad file fails the whole upload; sent individually, the others get through.
    if (part.length > 1 && error instanceof ApiError && error.status >= 400) {
      for (const one of part) await send([one], baseId, options).catch(() => undefined);
      return;
    }
    update({ state: 'failed', share: null, reason: messageOf(error) });
    // No job reports it, so the reasons are only here.
    openTray(true);
    throw error;
  }
}

/** In all languages of the page, so changing the language does not split a user's documents. */
const ownNames = new Set(['My documents', 'Meine Dokumente']);

async function ownBase(): Promise<string> {
  const { rows } = await request('GET /api/knowledge-bases', {});
  const known = rows.find(({ isOwner, kind, name }) => isOwner && kind === 'standard' && ownNames.has(name));
  if (known !== undefined) return known.id;
  const made = await createBase({ name: texts.uploads.ownBase });
  await queryClient.invalidateQueries({ queryKey: basesKey });
  return made.id;
}

async function follow(jobId: string): Promise<void> {
  if (jobId === '' || followed.has(jobId)) return;
  followed.add(jobId);
  let refreshed = 0;
  const refresh = (job: Job) => {
    // Documents are available as soon as they are read; refresh lists that show them.
    if (isUnderWay(job) && job.progress.filesDone === refreshed) return;
    refreshed = job.progress.filesDone;
    void queryClient.invalidateQueries({ queryKey: basesKey });
    void queryClient.invalidateQueries({ queryKey: ['items', job.knowledgeBaseId] });
    void queryClient.invalidateQueries({ queryKey: ['sample-questions'] });
  };
  try {
    for await (const job of jobEvents(jobId)) {
      change(withJob(entries, job, texts.uploads.cancelled));
      refresh(job);
    }
  } catch (error) {
    fail(
      entries.filter((entry) => entry.jobId === jobId && !isSettled(entry)),
      messageOf(error),
    );
  }
  followed.delete(jobId);
}

const isWaiting = (entry: TrayEntry) => entry.jobId !== null && !isSettled(entry);

function fail(failed: readonly TrayEntry[], reason: string): void {
  const own = new Set(failed.map(({ key }) => key));
  change(
    entries.map((entry) => (own.has(entry.key) ? { ...entry, state: 'failed', share: null, reason } : entry)),
  );
}

function change(next: TrayEntry[]): void {
  entries = next;
  snapshot = { entries, isOpen };
  writeStored(storageKey, next.length === 0 ? null : JSON.stringify(next));
  for (const listener of listeners) listener();
}

function restored(): TrayEntry[] {
  try {
    return afterReload(stored(), { lost: texts.uploads.lost, tab, now: Date.now() });
  } catch {
    return [];
  }
}

function stored(): TrayEntry[] {
  return JSON.parse(readStored(storageKey) ?? '[]') as TrayEntry[];
}

window.addEventListener('storage', ({ key }) => {
  if (key !== `ibid:${storageKey}`) return;
  entries = fromOtherTab(stored(), entries, tab);
  snapshot = { entries, isOpen };
  for (const listener of listeners) listener();
});

function tabId(): string {
  try {
    const known = sessionStorage.getItem('ibid:tab') ?? `tab-${Math.random().toString(36).slice(2)}`;
    sessionStorage.setItem('ibid:tab', known);
    return known;
  } catch {
    return 'tab';
  }
}

import { ConnectorError, guardedNetwork, reportOf, sourcePrefix, syncSource } from '@ibid/retrieval/internal';
import type { Connector, IngestReport, SyncSourceResult } from '@ibid/retrieval/internal';
import { connectedMemory, newId } from '@ibid/store/internal';
import type { ConnectedSource } from '@ibid/store/internal';
import { z } from 'zod';
import type { JobTask, JobWork } from '../jobs/job-runner.js';
import { assertFolderAllowed } from '../knowledge/folder-guard.js';
import type {
  Accounts,
  Budgets,
  Configuration,
  Connections,
  Files,
  Jobs,
  KnowledgeAccess,
  ModelWork,
  Models,
} from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { nextTry } from './next-try.js';
import { originalsOf } from './originals-of.js';
import { sourceKind } from './source-kinds.js';
import { hostsIn, openSecrets } from './source-settings.js';
import {
  connectorWithoutSecrets,
  errorWithoutSecrets,
  memoryWithoutSecrets,
  withoutSecrets,
} from './without-secrets.js';

export const SourceInputSchema = z.object({
  knowledgeBaseId: z.string(),
  sourceId: z.string(),
  acceptsLoss: z.boolean().exactOptional(),
});
export type SourceInput = z.infer<typeof SourceInputSchema>;

interface StartOptions {
  /** Retry documents that could not be read. */
  retriesFailed?: boolean;
  /** Accept any number of deletions at the source. */
  acceptsLoss?: boolean;
}

const MOST_ITEM_BYTES = 100 * 2 ** 20;

/**
 * Syncs a knowledge base with a source now and returns the job's id. Returns the running job if there is one, even if
 * another server has just started it.
 */
export async function startSourceJob(
  services: Configuration & Jobs & Connections,
  source: ConnectedSource,
  { retriesFailed = false, acceptsLoss = false }: StartOptions = {},
): Promise<string> {
  const last = source.jobId === null ? null : await services.jobRunner.get(source.jobId);
  if (last?.state === 'queued' || last?.state === 'running') return last.id;
  // Claimed but not stored yet: use the same id, so the second caller finds the same job.
  const claimed = last === null ? source.jobId : null;
  const id = claimed ?? newId();
  if (claimed === null && !(await services.connectedSources.claim(source, id)))
    return (await services.connectedSources.get(source.id))?.jobId ?? id;
  const input = { knowledgeBaseId: source.knowledgeBaseId, sourceId: source.id, acceptsLoss };
  const again = retriesFailed ? { askedAgainAt: new Date().toISOString() } : {};
  await services.jobRunner.start({
    id,
    kind: 'source',
    ownerId: source.ownerId,
    input: { ...input, ...again, resumable: services.staysOpen },
  });
  return id;
}

export function sourceTask(
  services: ModelWork & Accounts & Files & Connections,
  { sourceId, acceptsLoss = false }: SourceInput,
): JobTask {
  return {
    work: async (run) => {
      const source = await services.connectedSources.get(sourceId);
      if (!source || source.isPaused) return reportOf([], false);
      return services.telemetry.within('ingest', { attributes: { 'ibid.job.kind': 'source' } }, () =>
        runOnce(services, source, { ...run, acceptsLoss }),
      );
    },
  };
}

async function runOnce(
  services: Configuration & Accounts & Budgets & Files & KnowledgeAccess & Models & Connections,
  source: ConnectedSource,
  run: Parameters<JobWork>[0] & { acceptsLoss: boolean },
): Promise<IngestReport> {
  // An interrupted run keeps its number, so what it had listed still counts.
  const number = source.checkpoint === null ? source.run + 1 : source.run;
  await services.connectedSources.change(source.id, { run: number });
  const secrets = openSecrets(services.secrets, source) ?? {};
  let connector: Connector | null = null;
  try {
    connector = connectorWithoutSecrets(await openConnector(services, source, run.signal), secrets);
    const result = await syncSource({
      ...run,
      knowledgeBaseId: source.knowledgeBaseId,
      writer: services.knowledge.writer,
      embedder: await services.embedder,
      pool: services.preparePool,
      sourceId: source.id,
      connector,
      memory: memoryWithoutSecrets(connectedMemory(source.id, services), secrets),
      cursor: source.checkpoint ?? source.cursor,
      run: number,
      ownerId: source.ownerId,
      access: source.access,
      maxBytes: Math.min(MOST_ITEM_BYTES, services.options.limits.fileBytes),
      keep: await originalsOf(services, source),
      setAccess: (itemId, access) => services.knowledge.writer.setItemAccess({ itemId, access }),
    });
    return await noteResult(services, source, result);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw errorWithoutSecrets(error, secrets);
    return await noteResult(services, source, { report: reportOf([], false), end: null, problem: error });
  } finally {
    await connector?.close?.().catch(() => {});
  }
}

async function openConnector(
  services: Configuration,
  source: ConnectedSource,
  signal: AbortSignal,
): Promise<Connector> {
  const kind = sourceKind(services, source.kind);
  const secrets = openSecrets(services.secrets, source);
  if (!secrets)
    throw new ConnectorError(
      'settings',
      'The secrets of this source were encrypted with another key. Enter them again.',
    );
  const parsed = kind.settings.safeParse({ ...source.settings, ...secrets });
  if (!parsed.success)
    throw new ConnectorError('settings', 'The settings of this source are no longer valid. Check them.');
  const { reachableHosts } = await readSystemSettings(services.settings);
  // In local mode, entering a host in one's own network is permission to use it.
  const privateHosts = services.options.privateHosts ?? hostsIn(source.settings);
  const network = guardedNetwork({
    hosts: reachableHosts,
    privateHosts,
    signal,
    resolve: services.outgoing.resolve,
  });
  const assertFolder = (path: string) => assertFolderAllowed(services.options, path);
  return kind.open(parsed.data, { network, signal, assertFolder });
}

/** Records the result of a run: the time of the next one, and a line in the log. */
async function noteResult(
  services: Connections & Configuration,
  source: ConnectedSource,
  { report, end, problem }: SyncSourceResult,
): Promise<IngestReport> {
  const { connectedSources: sources, connectedLog: log } = services;
  // Interrupted: another run follows, or a user stopped it.
  if (report.stopped) return report;
  if (problem) {
    const words = withoutSecrets(problem.message, openSecrets(services.secrets, source) ?? {});
    const failures = source.failures + 1;
    const nextAt = nextTry({ everyMinutes: source.everyMinutes, failures, problem: problem.problem });
    await sources.change(source.id, {
      failures,
      problem: words,
      problemCode: problem.problem,
      nextAt,
    });
    await log.add(source.id, 'error', words);
    await log.trim(source.id);
    const outcome = {
      name: source.name,
      externalId: sourcePrefix(source.id),
      status: 'failed' as const,
      itemId: null,
      chunks: 0,
      reason: words,
      code: problem.problem,
    };
    return { ...reportOf([...report.outcomes, outcome], false), chunks: report.chunks };
  }
  await sources.change(source.id, {
    cursor: end?.cursor ?? null,
    checkpoint: null,
    failures: 0,
    problem: null,
    problemCode: null,
    syncedAt: new Date().toISOString(),
    nextAt: nextTry({ everyMinutes: source.everyMinutes, failures: 0 }),
  });
  const { added, changed, moved, removed, unchanged, failed } = report.counts;
  await log.add(
    source.id,
    'info',
    `Synced: ${added} added, ${changed} changed, ${moved} moved, ${removed} removed, ${unchanged} unchanged, ${failed} failed.`,
  );
  await log.trim(source.id);
  return report;
}

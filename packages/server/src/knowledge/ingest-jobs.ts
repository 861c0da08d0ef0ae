import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { ingestFiles, syncFolder } from '@ibid/retrieval';
import type { IngestSource } from '@ibid/retrieval';
import { pipelineVersion, TwinItems } from '@ibid/retrieval/internal';
import type { Job } from '@ibid/store/internal';
import { z } from 'zod';
import type { Principal } from '../auth/principal.js';
import type { ReceivedFile } from '../files/receive-uploads.js';
import type { JobTask, JobWork } from '../jobs/job-runner.js';
import type {
  Configuration,
  Files,
  Jobs,
  KnowledgeAccess,
  Models,
  Observability,
  Services,
} from '../services.js';
import { assertFolderAllowed, foldersNeverRead } from './folder-guard.js';

/** Adds uploaded files to a knowledge base. A file replaces an existing one of the same name. */
export function startUploadJob(
  services: Configuration & Jobs,
  principal: Principal,
  options: { knowledgeBaseId: string; files: readonly ReceivedFile[] },
): Promise<Job> {
  const input: UploadInput = {
    knowledgeBaseId: options.knowledgeBaseId,
    files: options.files.map(({ name, hash, mediaType }) => ({ name, hash, mediaType })),
  };
  return services.jobRunner.start({
    kind: 'upload',
    ownerId: principal.user.id,
    input: { ...input, resumable: services.staysOpen },
  });
}

export const UploadInputSchema = z.object({
  knowledgeBaseId: z.string(),
  files: z.array(z.object({ name: z.string(), hash: z.string(), mediaType: z.string() })),
});
export type UploadInput = z.infer<typeof UploadInputSchema>;

export const FolderInputSchema = z.object({ knowledgeBaseId: z.string(), path: z.string() });
export type FolderInput = z.infer<typeof FolderInputSchema>;

export function uploadTask(
  services: Observability & Files & KnowledgeAccess & Models,
  { knowledgeBaseId, files }: UploadInput,
): JobTask {
  return traced(services, 'upload', {
    work: async (run) => {
      const sources = files.map((file): IngestSource => ({
        name: basename(file.name),
        content: { path: services.blobs.path(file.hash) },
        externalId: `upload:${file.name}`,
        mediaType: file.mediaType,
        metadata: file.name.includes('/') ? { path: file.name } : {},
      }));
      const { writer } = services.knowledge;
      const inFolders = await writer.listItemStates({ knowledgeBaseId, externalIdPrefix: 'file://' });
      const twins = new TwinItems(inFolders, pipelineVersion({ embedder: await services.embedder }));
      return ingestInto(services, knowledgeBaseId, sources, { ...run, twins });
    },
  });
}

function traced(services: Observability, kind: string, { work }: JobTask): JobTask {
  return {
    work: (run) =>
      services.telemetry.within('ingest', { attributes: { 'ibid.job.kind': kind } }, async (span) => {
        const report = await work(run);
        span.set({ 'ibid.ingest.files': report.outcomes.length });
        return report;
      }),
  };
}

export function folderTask(
  services: Configuration & Observability & Files & KnowledgeAccess & Models,
  { knowledgeBaseId, path }: FolderInput,
): JobTask {
  return traced(services, 'folder', {
    work: async (run) => {
      // Check again: links and settings may have changed since the folder was added.
      await assertFolderAllowed(services.options, path);
      const embedder = await services.embedder;
      if (!(await stat(path)).isDirectory()) {
        const externalId = pathToFileURL(path).href;
        const source = { name: basename(path), content: { path }, externalId };
        return ingestInto(services, knowledgeBaseId, [source], run);
      }
      const { writer } = services.knowledge;
      return syncFolder({
        folder: path,
        except: await foldersNeverRead(services.options),
        knowledgeBaseId,
        writer,
        embedder,
        pool: services.preparePool,
        ...run,
      });
    },
  });
}

/** Syncs a knowledge base with a folder or file of the server. */
export async function startFolderJob(
  services: Configuration & Jobs,
  principal: { user: Pick<Principal['user'], 'id'> },
  options: { knowledgeBaseId: string; path: string },
): Promise<Job> {
  const { knowledgeBaseId, path } = options;
  await assertFolderAllowed(services.options, path);
  return services.jobRunner.start({
    kind: 'folder',
    ownerId: principal.user.id,
    input: { knowledgeBaseId, path, resumable: services.staysOpen },
  });
}

export async function ingestInto(
  services: Pick<Services, 'knowledge' | 'embedder' | 'preparePool'>,
  knowledgeBaseId: string,
  sources: IngestSource[],
  run: Partial<Parameters<JobWork>[0]> & { twins?: TwinItems },
) {
  return ingestFiles({
    knowledgeBaseId,
    writer: services.knowledge.writer,
    embedder: await services.embedder,
    pool: services.preparePool,
    sources,
    ...run,
  });
}

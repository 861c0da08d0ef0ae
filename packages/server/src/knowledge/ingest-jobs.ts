import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { ingestFiles, syncFolder } from '@ibid/retrieval';
import type { IngestSource } from '@ibid/retrieval';
import type { Job } from '@ibid/store';
import type { Principal } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import type { ReceivedFile } from '../files/receive-uploads.js';
import type { JobWork } from '../jobs/job-runner.js';
import type { Services } from '../services.js';

/** Takes uploaded files into a knowledge base. A file of a name that is there already replaces it. */
export function startUploadJob(
  services: Services,
  principal: Principal,
  options: { knowledgeBaseId: string; files: readonly ReceivedFile[] },
): Promise<Job> {
  const { knowledgeBaseId, files } = options;
  return services.jobRunner.start({
    kind: 'upload',
    ownerId: principal.user.id,
    input: { knowledgeBaseId, files: files.map(({ name, hash }) => ({ name, hash })) },
    work: async (run) => {
      const sources = files.map((file): IngestSource => ({
        name: basename(file.name),
        content: { path: services.blobs.path(file.hash) },
        externalId: `upload:${file.name}`,
        mediaType: file.mediaType,
        metadata: file.name.includes('/') ? { path: file.name } : {},
      }));
      const report = await ingest(services, knowledgeBaseId, sources, run);
      await dropUnusedBlobs(services, files);
      return report;
    },
  });
}

/** Makes a knowledge base show what a folder or file of the server's machine holds. */
export async function startFolderJob(
  services: Services,
  principal: Principal,
  options: { knowledgeBaseId: string; path: string },
): Promise<Job> {
  const { knowledgeBaseId, path } = options;
  const found = await stat(path).catch(() => null);
  if (!found) throw new NotFound(`There is no file or folder ${path} on the server.`, 'path_not_found');
  return services.jobRunner.start({
    kind: 'folder',
    ownerId: principal.user.id,
    input: { knowledgeBaseId, path },
    work: async (run) => {
      const embedder = await services.embedder;
      if (!found.isDirectory()) {
        const externalId = pathToFileURL(path).href;
        return ingest(
          services,
          knowledgeBaseId,
          [{ name: basename(path), content: { path }, externalId }],
          run,
        );
      }
      return syncFolder({
        folder: path,
        knowledgeBaseId,
        writer: services.knowledge.writer,
        embedder,
        pool: services.preparePool,
        ...run,
      });
    },
  });
}

export async function ingest(
  services: Pick<Services, 'knowledge' | 'embedder' | 'preparePool'>,
  knowledgeBaseId: string,
  sources: IngestSource[],
  run: Partial<Parameters<JobWork>[0]>,
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

/** The text is in the knowledge base now; the bytes stay only where a file still has them. */
async function dropUnusedBlobs(services: Services, files: readonly ReceivedFile[]): Promise<void> {
  for (const { hash } of files) if (!(await services.files.hasBlob(hash))) await services.blobs.delete(hash);
}

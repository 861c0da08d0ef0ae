import { basename } from 'node:path';
import type { IngestReport } from '@ibid/retrieval/internal';
import type { Project, StoredFile } from '@ibid/store/internal';
import type { Files, KnowledgeAccess, Models, Projects } from '../services.js';
import { ingestInto } from './ingest-jobs.js';

/** CTX-6: a project's files are always indexed, so they can be searched when they don't fit. */
export async function indexProjectFile(
  services: Projects & Files & KnowledgeAccess & Models,
  project: Project,
  file: StoredFile,
): Promise<IngestReport | null> {
  if (!project.knowledgeBaseId) return null;
  const report = await ingestInto(
    services,
    project.knowledgeBaseId,
    [
      {
        name: basename(file.name),
        content: { path: services.blobs.path(file.blobHash) },
        externalId: `file:${file.id}`,
        mediaType: file.mediaType,
      },
    ],
    { owner: project.ownerId },
  );
  const itemId = report.outcomes[0]?.itemId;
  if (itemId) await services.projects.setItem(project.id, file.id, itemId);
  return report;
}

import { reportOf } from '@ibid/retrieval/internal';
import type { Project, StoredFile } from '@ibid/store/internal';
import { z } from 'zod';
import type { JobTask } from '../jobs/job-runner.js';
import type { Files, Jobs, KnowledgeAccess, Models, Projects } from '../services.js';
import { indexProjectFile } from './index-project-file.js';

export const ProjectFileInputSchema = z.object({
  projectId: z.string(),
  fileId: z.string(),
  ownerId: z.string(),
});
export type ProjectFileInput = z.infer<typeof ProjectFileInputSchema>;

/** CTX-6: runs in the background. With a shared queue, a worker does it, and a server shutdown loses nothing. */
export async function startProjectFile(
  services: Projects & Files & KnowledgeAccess & Models & Jobs,
  project: Project,
  file: StoredFile,
): Promise<void> {
  if (!services.jobRunner.isShared) return void (await indexProjectFile(services, project, file));
  const input = { projectId: project.id, fileId: file.id, ownerId: project.ownerId, hash: file.blobHash };
  await services.jobRunner.start({
    kind: 'project-file',
    ownerId: project.ownerId,
    input,
  });
}

export function projectFileTask(
  services: Projects & Files & KnowledgeAccess & Models,
  input: ProjectFileInput,
): JobTask {
  return {
    work: async () => {
      const viewer = { userId: input.ownerId, roles: [], isAdministrator: false };
      const project = await services.projects.get(viewer, input.projectId);
      const [file] = await services.files.getMany([input.fileId]);
      // Removed again before its turn.
      const isThere = (await services.projects.files(input.projectId)).some(
        ({ fileId }) => fileId === input.fileId,
      );
      if (!project || !file || !isThere) return reportOf([], false);
      return (await indexProjectFile(services, project, file)) ?? reportOf([], false);
    },
  };
}

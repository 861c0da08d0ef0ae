import type { Job } from '@ibid/store/internal';
import { contradictionTask, InquiryJobInputSchema } from '../inquiries/contradiction-job.js';
import { reportTask } from '../inquiries/report-job.js';
import { embeddingTask } from '../knowledge/embedding-job.js';
import { FolderInputSchema, folderTask, UploadInputSchema, uploadTask } from '../knowledge/ingest-jobs.js';
import { ProjectFileInputSchema, projectFileTask } from '../knowledge/project-file-job.js';
import { EvidenceInputSchema, evidenceTask } from '../evidence/evidence-job.js';
import { SourceInputSchema, sourceTask } from '../sources/source-job.js';
import type { Accounts, Connections, Research, TurnWork } from '../services.js';
import { SummaryInputSchema, summaryTask } from '../turns/summary-job.js';
import type { JobTask } from './job-runner.js';

/** The work of a job by kind, in any process. It must be idempotent, and another version may have started it. */
export function jobTask(
  services: TurnWork & Accounts & Research & Connections,
  job: Pick<Job, 'kind' | 'input'>,
): JobTask {
  const { kind, input } = job;
  if (kind === 'upload') return uploadTask(services, UploadInputSchema.parse(input));
  if (kind === 'folder') return folderTask(services, FolderInputSchema.parse(input));
  if (kind === 'source') return sourceTask(services, SourceInputSchema.parse(input));
  if (kind === 'project-file') return projectFileTask(services, ProjectFileInputSchema.parse(input));
  if (kind === 'summary') return summaryTask(services, SummaryInputSchema.parse(input));
  if (kind === 'evidence') return evidenceTask(services, EvidenceInputSchema.parse(input));
  if (kind === 'contradictions') return contradictionTask(services, InquiryJobInputSchema.parse(input));
  if (kind === 'report') return reportTask(services, InquiryJobInputSchema.parse(input));
  if (kind === 'embedding') return embeddingTask(services);
  throw new TypeError(`There is no kind of job called ${kind}.`);
}

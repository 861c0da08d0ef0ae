import type { Job } from '@ibid/store/internal';
import { contradictionTask } from '../inquiries/contradiction-job.js';
import { reportTask } from '../inquiries/report-job.js';
import type { InquiryJobInput } from '../inquiries/contradiction-job.js';
import { embeddingTask } from '../knowledge/embedding-job.js';
import { folderTask, uploadTask } from '../knowledge/ingest-jobs.js';
import type { FolderInput, UploadInput } from '../knowledge/ingest-jobs.js';
import { projectFileTask } from '../knowledge/project-file-job.js';
import type { ProjectFileInput } from '../knowledge/project-file-job.js';
import { evidenceTask } from '../evidence/evidence-job.js';
import type { EvidenceInput } from '../evidence/evidence-job.js';
import { sourceTask } from '../sources/source-job.js';
import type { SourceInput } from '../sources/source-job.js';
import type { Services } from '../services.js';
import { summaryTask } from '../turns/summary-job.js';
import type { SummaryInput } from '../turns/summary-job.js';
import type { JobTask } from './job-runner.js';

/** What a job of this kind does, in whichever process; doing it twice changes nothing. */
export function jobTask(services: Services, job: Pick<Job, 'kind' | 'input'>): JobTask {
  const { kind, input } = job;
  if (kind === 'upload') return uploadTask(services, input as unknown as UploadInput);
  if (kind === 'folder') return folderTask(services, input as unknown as FolderInput);
  if (kind === 'source') return sourceTask(services, input as unknown as SourceInput);
  if (kind === 'project-file') return projectFileTask(services, input as unknown as ProjectFileInput);
  if (kind === 'summary') return summaryTask(services, input as unknown as SummaryInput);
  if (kind === 'evidence') return evidenceTask(services, input as unknown as EvidenceInput);
  if (kind === 'contradictions') return contradictionTask(services, input as unknown as InquiryJobInput);
  if (kind === 'report') return reportTask(services, input as unknown as InquiryJobInput);
  if (kind === 'embedding') return embeddingTask(services);
  throw new TypeError(`There is no kind of job called ${kind}.`);
}

import type { Inquiry, InquiryKind, Job } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { Conflict, NotFound } from '../errors/index.js';
import { jobView } from '../jobs/job-view.js';
import type { Jobs, Research } from '../services.js';

export async function ownInquiry<Kind extends InquiryKind>(
  services: Research,
  { user }: Principal,
  kind: Kind,
  id: string,
): Promise<Inquiry<Kind>> {
  const inquiry = await services.inquiries.get(user.id, kind, id);
  if (!inquiry) throw new NotFound(`There is no such ${NAMES[kind]}.`);
  return inquiry;
}

const NAMES: Record<InquiryKind, string> = {
  contradictions: 'look for contradictions',
  report: 'report',
};

/** Starts or continues the work; one job at a time. */
export async function startInquiry(
  services: Research & Jobs,
  inquiry: Inquiry,
  before?: () => Promise<void>,
): Promise<{ id: string; jobId: string }> {
  const job = await jobOf(services, inquiry);
  if (job?.state === 'queued' || job?.state === 'running')
    throw new Conflict('This is already running. Stop it first.', 'inquiry_running');
  await before?.();
  const { id, kind, ownerId } = inquiry;
  const input = { inquiryId: id, userId: ownerId, resumable: true };
  const started = await services.jobRunner.start({
    kind,
    ownerId,
    input,
  });
  await services.inquiries.update(id, { jobId: started.id });
  return { id, jobId: started.id };
}

/** Results so far are kept. */
export async function stopInquiry(services: Jobs, inquiry: Inquiry): Promise<void> {
  if (inquiry.jobId !== null) await services.jobRunner.cancel(inquiry.jobId);
}

export async function jobOf(services: Jobs, { jobId }: Pick<Inquiry, 'jobId'>): Promise<Job | null> {
  return jobId === null ? null : services.jobRunner.get(jobId);
}

/** For clients: the results, with state and progress of the job; null: not started. */
export async function inquiryWithJob<Kind extends InquiryKind>(
  services: Jobs & Research,
  inquiry: Inquiry<Kind>,
) {
  const found = await jobOf(services, inquiry);
  if (!found) return { inquiry, job: null };
  const { id, state, progress, error } = jobView(found);
  const job = { id, state, progress, ...(error !== undefined && { error }) };
  if (state === 'queued' || state === 'running' || inquiry.work?.isDone) return { inquiry, job };
  // The job ended after the inquiry was read; read the final results.
  const now = await services.inquiries.get(inquiry.ownerId, inquiry.kind, inquiry.id);
  return { inquiry: now ?? inquiry, job };
}

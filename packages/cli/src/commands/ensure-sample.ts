import type { IbidClient } from '@ibid/client';

const SAMPLE_NAME = 'Research vessel Halcyon (sample)';

/** Adds the sample documents to an empty installation, so users can ask something at once. */
export async function ensureSample(options: {
  client: IbidClient;
  folder: string;
  note: (line: string) => void;
}): Promise<void> {
  const { client, folder, note } = options;
  const { rows } = await client.request('GET /api/knowledge-bases', {});
  if (rows.length > 0) return;
  note('Reading the sample documents …');
  const base = await client.request('POST /api/knowledge-bases', {
    body: {
      name: SAMPLE_NAME,
      description: 'Handbook, voyages and logs of a fictional ship, for trying out Ibid.',
    },
  });
  const { jobId } = await client.request('POST /api/knowledge-bases/{id}/folders', {
    path: { id: base.id },
    body: { path: folder },
  });
  for await (const job of client.job(jobId)) {
    if (job.state === 'done') return;
    if (job.state === 'failed' || job.state === 'cancelled') {
      note(`The sample documents could not be read: ${job.error ?? 'unknown reason'}`);
      return;
    }
  }
}

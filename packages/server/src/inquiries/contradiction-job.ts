import { findContradictions } from '@ibid/core/internal';
import { reportOf } from '@ibid/retrieval/internal';
import type { IngestProgress } from '@ibid/retrieval/internal';
import type { ContradictionWork, Inquiry } from '@ibid/store/internal';
import { z } from 'zod';
import { principalWhoAsked } from '../auth/principal-who-asked.js';
import type { JobTask } from '../jobs/job-runner.js';
import type { Accounts, ModelWork, Research } from '../services.js';
import { smallModel } from '../turns/small-model.js';
import { confirmContradictions } from './confirm-contradictions.js';
import { chunksAbout, chunksInReach, knowledgeOfInquiry } from './knowledge-of-inquiry.js';

export const NO_CONTRADICTIONS: ContradictionWork = {
  found: [],
  next: 0,
  documents: 0,
  statements: 0,
  compared: 0,
  isCut: false,
  isDone: false,
};

export const InquiryJobInputSchema = z.object({ inquiryId: z.string(), userId: z.string() });
export type InquiryJobInput = z.infer<typeof InquiryJobInputSchema>;

const MOST_OF_TOPIC = 200;
/** Pairs submitted to a language model. */
const MOST_ASKED = 48;

/** ANS-3: reads what is in scope, compares it by the rules, and asks a language model about the pairs found. */
export function contradictionTask(
  services: ModelWork & Accounts & Research,
  { inquiryId, userId }: InquiryJobInput,
): JobTask {
  return {
    work: async ({ signal, onProgress }) => {
      const principal = await principalWhoAsked(services, userId);
      const inquiry = principal && (await services.inquiries.get(userId, 'contradictions', inquiryId));
      if (!inquiry) return reportOf([], false);
      const { input } = inquiry;
      let work = workOf(inquiry);
      const keep = async (change: Partial<ContradictionWork>) => {
        work = { ...work, ...change };
        await services.inquiries.update(inquiryId, { work });
      };
      if (work.next !== null) {
        const knowledge = await knowledgeOfInquiry(services, principal, input);
        const documents = new Set<string>();
        const noted = async function* () {
          const chunks =
            input.topics.length > 0
              ? chunksAbout(knowledge, input.topics, MOST_OF_TOPIC)
              : chunksInReach(knowledge, (place) => onProgress(reading(place)));
          for await (const chunk of chunks) {
            documents.add(chunk.itemId);
            yield chunk;
          }
        };
        const search = await findContradictions({
          chunks: noted(),
          signal,
          earlier: { next: work.next, found: work.found },
          onProgress: (place) => onProgress(comparing(place, documents.size)),
        });
        const { found, next, statements, isCut } = search;
        const compared = work.compared + search.compared;
        await keep({ found, next, statements, compared, isCut, documents: documents.size });
      }
      if (signal.aborted) return reportOf([], true);
      const small = await smallModel(services, principal, null);
      if (small) {
        const pairs = await confirmContradictions({
          small: small('contradictions'),
          pairs: work.found,
          most: MOST_ASKED,
          signal,
          onJudged: (found) => keep({ found }),
        }).catch((error: unknown) => {
          services.log.warn({ err: error }, 'a language model could not be asked about contradictions');
          return work.found;
        });
        await keep({ found: pairs });
      }
      if (signal.aborted) return reportOf([], true);
      await keep({ isDone: true });
      return reportOf([], false);
    },
  };
}

export const workOf = (inquiry: Inquiry<'contradictions'>): ContradictionWork => ({
  ...NO_CONTRADICTIONS,
  ...inquiry.work,
});

const NO_PROGRESS: IngestProgress = {
  phase: 'ingesting',
  files: { done: 0, total: null, failed: 0 },
  chunks: 0,
  bytes: 0,
  chunksPerSecond: 0,
  secondsLeft: null,
  current: null,
  share: null,
};

/** Reading and comparing take about equally long. */
function reading({ done, total, title }: { done: number; total: number; title: string }): IngestProgress {
  const share = total === 0 ? 0.5 : (0.5 * done) / total;
  return { ...NO_PROGRESS, files: { done, total, failed: 0 }, current: title, share };
}

function comparing({ done, total }: { done: number; total: number }, documents: number): IngestProgress {
  const share = 0.5 + (total === 0 ? 0.5 : (0.5 * done) / total);
  return {
    ...NO_PROGRESS,
    files: { done: documents, total: documents, failed: 0 },
    chunks: done,
    share,
  };
}

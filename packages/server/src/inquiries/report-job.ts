import { findContradictions } from '@ibid/core/internal';
import type { RetrievedChunk } from '@ibid/core/internal';
import { chunkPlace, datedMetadata, isQuotedFor, reportOf, subjectOfReport } from '@ibid/retrieval/internal';
import type { JudgedContradiction, ReportInput, ReportWork, WrittenSection } from '@ibid/store/internal';
import { principalWhoAsked } from '../auth/principal-who-asked.js';
import type { Principal } from '../auth/principal.js';
import type { JobTask } from '../jobs/job-runner.js';
import type {
  Accounts,
  Configuration,
  KnowledgeAccess,
  ModelWork,
  Models,
  Research,
  TurnWork,
} from '../services.js';
import { readUserSettings } from '../settings/system-settings.js';
import { smallModel } from '../turns/small-model.js';
import { confirmContradictions } from './confirm-contradictions.js';
import type { InquiryJobInput } from './contradiction-job.js';
import { knowledgeOfInquiry } from './knowledge-of-inquiry.js';
import { keptSections, reportWork, restsOnUnseen } from './report-work.js';
import { writeSection } from './write-section.js';

/** Sections researched in parallel. */
const AT_ONCE = 3;
const MOST_ASKED = 16;
const MOST_CONTRADICTIONS = 20;
/** Before filtering out those unrelated to the report. */
const MOST_FOUND = 100;

/**
 * ANS-2: writes sections, some in parallel. Each is stored when written, so an interrupted job continues with the rest.
 */
export function reportTask(
  services: TurnWork & Accounts & Research,
  { inquiryId, userId }: InquiryJobInput,
): JobTask {
  return {
    work: async ({ signal, onProgress }) => {
      const principal = await principalWhoAsked(services, userId);
      const inquiry = principal && (await services.inquiries.get(userId, 'report', inquiryId));
      if (!inquiry) return reportOf([], false);
      const { question, input } = inquiry;
      const stored = reportWork(inquiry);
      // Retry sections that failed or use documents that are now hidden; keep the others.
      const sections: WrittenSection[] = [];
      for (const section of keptSections(input, stored))
        if (section.state !== 'failed' && !(await restsOnUnseen(services, principal.viewer, section)))
          sections.push(section);
      let work: ReportWork = { ...stored, sections, isDone: false };
      let saving = Promise.resolve();
      const keep = (change: Partial<ReportWork>) => {
        work = { ...work, ...change };
        const now = work;
        saving = saving.then(() => services.inquiries.update(inquiryId, { work: now }));
        return saving;
      };
      const tell = (current: string | null) => {
        const done = work.sections.length;
        const total = input.plan.length;
        onProgress({
          phase: 'ingesting',
          files: { done, total, failed: 0 },
          chunks: done,
          bytes: 0,
          chunksPerSecond: 0,
          secondsLeft: null,
          current,
          share: total === 0 ? 1 : done / (total + 1),
        });
      };
      const modelId = await modelOf(services, principal, input);
      const scope = await scopeOf(services, principal, input);
      const waiting = input.plan.filter(({ id }) => !work.sections.some((section) => section.id === id));
      tell(null);
      const hasBudget = () => work.used.steps < input.budget.steps && work.used.tokens < input.budget.tokens;
      const worker = async () => {
        for (let part = waiting.shift(); part && hasBudget() && !signal.aborted; part = waiting.shift()) {
          const { title } = part;
          tell(title);
          const outcome = await writeSection(services, principal, {
            part,
            modelId,
            scope,
            signal,
            onStep: (words) => tell(`${title}: ${words}`),
          });
          if (!outcome) return;
          const { steps, tokens, costUsd } = work.used;
          await keep({
            sections: [...work.sections, outcome.section],
            used: {
              steps: steps + outcome.steps,
              tokens: tokens + outcome.tokens,
              costUsd: outcome.costUsd === null ? costUsd : (costUsd ?? 0) + outcome.costUsd,
            },
          });
          tell(title);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      if (signal.aborted) return reportOf([], true);
      const contradictions = await contradictionsIn(services, principal, { question, input, work, signal });
      if (signal.aborted) return reportOf([], true);
      await keep({ contradictions, isDone: true });
      return reportOf([], false);
    },
  };
}

async function modelOf(
  services: Configuration & Models,
  principal: Principal,
  { modelId }: ReportInput,
): Promise<string> {
  const own = modelId ?? (await readUserSettings(services.settings, principal.user.id)).modelId;
  return own ?? services.models.chosen('chat');
}

/** In the form used by turns: `kb`, `kb/item`. Leaves out what was deleted or is now hidden. */
async function scopeOf(
  services: KnowledgeAccess,
  principal: Principal,
  input: ReportInput,
): Promise<string[]> {
  const items = await Promise.all(
    input.itemIds.map((id) => services.knowledge.reader.getItem(principal.viewer, id)),
  );
  return [
    ...input.knowledgeBaseIds,
    ...items.flatMap((item) => (item ? [`${item.knowledgeBaseId}/${item.id}`] : [])),
  ];
}

/** ANS-3: contradictions between the documents found, about the report's topic or what it quotes. */
async function contradictionsIn(
  services: ModelWork,
  principal: Principal,
  options: { question: string; input: ReportInput; work: ReportWork; signal: AbortSignal },
): Promise<JudgedContradiction[]> {
  const { question, input, work, signal } = options;
  const knowledge = await knowledgeOfInquiry(services, principal, input);
  const ids = [...new Set(work.sections.flatMap(({ chunkIds }) => chunkIds))];
  const stored = await services.knowledge.reader.getChunks(principal.viewer, ids);
  const chunks: RetrievedChunk[] = [];
  for (const chunk of stored) {
    const { id, itemId, text, knowledgeBaseId } = chunk;
    const item = await knowledge.getItem(itemId);
    if (!item) continue;
    const metadata = datedMetadata(item);
    const place = { ...chunkPlace(chunk), knowledgeBaseId };
    chunks.push({ itemId, chunkId: id, title: item.title, text, score: null, metadata, ...place });
  }
  const search = await findContradictions({ chunks, signal, most: MOST_FOUND });
  const isOfSubject = subjectOfReport([question, ...input.plan.map((part) => part.question)]);
  // Other results of a section may be about something else.
  const cited = new Set(
    work.sections.flatMap(({ id, state, citations }) => {
      const part = input.plan.find((planned) => planned.id === id);
      if (state !== 'done' || !part) return [];
      const isMeant = isQuotedFor(part.question);
      return citations.flatMap(({ passage }) => (passage && isMeant(passage.text) ? passage.text : []));
    }),
  );
  const found = search.found
    .filter(({ sides }) =>
      sides.some(({ title, passage }) => cited.has(passage.text) || isOfSubject(`${title} ${passage.text}`)),
    )
    .slice(0, MOST_CONTRADICTIONS);
  const small = await smallModel(services, principal, null);
  if (!small || found.length === 0) return found;
  return confirmContradictions({
    small: small('contradictions'),
    pairs: found,
    most: MOST_ASKED,
    signal,
    onJudged: async () => {},
  }).catch(() => found);
}

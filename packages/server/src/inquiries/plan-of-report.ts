import { planReport } from '@ibid/retrieval/internal';
import type { ReportPart } from '@ibid/retrieval/internal';
import type { InquiryScope } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { ModelWork } from '../services.js';
import { convertUsage, fitRequest } from '@ibid/core/internal';
import { smallModel } from '../turns/small-model.js';
import { knowledgeOfInquiry } from './knowledge-of-inquiry.js';
import { planReportPrompt } from './prompts.generated.js';

const LOOKED_AT = 40;
const SHOWN = 24;
const QUERY_CHARACTERS = 2_000;
const PATIENCE_MILLISECONDS = 40_000;
const OUTPUT_TOKENS = 1_200;
/** Of a small window: a truncated plan cannot be parsed. */
const OUTPUT_SHARE = 0.4;
const MOST_PARTS = 12;
const LONGEST_TITLE = 120;
const LONGEST_QUESTION = 1_000;

/**
 * ANS-2: the sections of a report, planned by a language model if available, otherwise by rules. Users can edit the
 * plan.
 */
export async function planOfReport(
  services: ModelWork,
  principal: Principal,
  options: { question: string; scope: InquiryScope },
): Promise<ReportPart[]> {
  const { question } = options;
  const knowledge = await knowledgeOfInquiry(services, principal, options.scope);
  const found = await knowledge.search({
    query: question.slice(0, QUERY_CHARACTERS),
    mode: 'hybrid',
    topK: LOOKED_AT,
  });
  const small = await smallModel(services, principal, null);
  if (small) {
    const { model, profile, onUsage } = small('report');
    const headings = new Set(found.map(({ title, headingPath }) => [title, ...headingPath].join(' › ')));
    const listed = [...headings].slice(0, SHOWN).map((heading) => `- ${JSON.stringify(heading)}`);
    const request = fitRequest({
      system: [planReportPrompt],
      user: ['Question: ', { text: question }, '\n\nFound:\n', { lines: listed }],
      outputTokens: OUTPUT_TOKENS,
      outputShare: OUTPUT_SHARE,
      window: profile,
    });
    try {
      if (!request) throw new Error(`A window of ${profile.contextWindow} tokens is too small for a plan.`);
      const { content, usage } = await model.doGenerate({
        prompt: request.prompt,
        maxOutputTokens: request.maxOutputTokens,
        abortSignal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
      });
      onUsage(convertUsage(usage));
      const plan = readPlan(content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
      if (plan.length > 0) return plan;
    } catch (error) {
      services.log.warn({ err: error }, 'a language model could not plan a report; rules are used instead');
    }
  }
  return planReport({ question, found }).slice(0, MOST_PARTS);
}

/** Extracts the usable parts of a model's output. */
function readPlan(text: string): ReportPart[] {
  let read: unknown = null;
  try {
    read = JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1));
  } catch {
    return [];
  }
  const parts = (Array.isArray(read) ? (read as unknown[]) : []).flatMap((entry): ReportPart[] => {
    const { title, question } = (entry ?? {}) as Record<string, unknown>;
    if (typeof question !== 'string' || question.trim() === '') return [];
    const named = typeof title === 'string' && title.trim() !== '' ? title : question;
    return [
      { title: named.trim().slice(0, LONGEST_TITLE), question: question.trim().slice(0, LONGEST_QUESTION) },
    ];
  });
  return parts.slice(0, MOST_PARTS);
}

import { completeContext } from '../complete-context.js';
import type { ContextInput, HistorySummary } from '../context-input.js';
import { applySummary } from './apply-summary.js';
import { planSummary } from './plan-summary.js';

/** The result of summarising: a summary, or why there is none. */
export interface SummarisedHistory {
  /** The newest good summary; the previous one if the model failed. */
  summary: HistorySummary | null;
  /** For the log; null if nothing went wrong. */
  failure: string | null;
  /** Requests made to the model. */
  requests: number;
}

/** Each request covers what fits into one prompt. A history of many windows takes several, up to this limit. */
const MOST_REQUESTS = 8;

/**
 * Updates the running summary once the threshold is passed. If it fails, the previous summary stays, and fitting drops
 * turns as before.
 *
 * ```ts
 * import { type ContextInput, summariseHistory } from '@ibid/core';
 *
 * async function shorten(input: ContextInput) {
 *   const summarise = async () => 'They spoke about water.'; // yours asks a small model
 *   return summariseHistory({ input, summarise });
 * }
 * console.log(typeof shorten);
 * ```
 */
export async function summariseHistory(options: {
  input: ContextInput;
  summarise: (prompt: string) => Promise<string>;
  summaryWindow?: number;
}): Promise<SummarisedHistory> {
  let input = completeContext(options.input);
  let target: number | undefined;
  let requests = 0;
  const done = (failure: string | null) => ({ summary: input.summary, failure, requests });
  while (requests < MOST_REQUESTS) {
    const plan = planSummary({
      input,
      ...(options.summaryWindow === undefined ? {} : { summaryWindow: options.summaryWindow }),
      ...(target === undefined ? {} : { target }),
    });
    if (!plan) break;
    requests += 1;
    try {
      const summary = applySummary({ input, plan, text: await options.summarise(plan.prompt) });
      if (!summary) return done('the summary was empty or too long');
      input = { ...input, summary };
    } catch (error) {
      return done(error instanceof Error ? error.message : String(error));
    }
    target = plan.target;
  }
  return done(null);
}

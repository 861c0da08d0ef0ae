import type { TokenUsage } from '@ibid/core/internal';
import type { Principal } from '../auth/principal.js';
import { metered } from '../budgets/metered.js';
import { costOf, priceOf } from '../models/model-prices.js';
import type { Budgets, Configuration, Models, Observability } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { convertUsage, fitRequest } from '@ibid/core/internal';
import { itemSummaryPrompt } from './prompts.generated.js';

const PATIENCE_MILLISECONDS = 60_000;
const SHOWN_CHARACTERS = 12_000;
const OUTPUT_TOKENS = 700;
const MOST_KEPT = 500;

export interface ItemSummary {
  summary: string;
  questions: string[];
  modelId: string;
}

/** Cached per process, by content hash. */
const kept = new Map<string, ItemSummary>();

/**
 * WEB-10: summary and questions by the model for small tasks; null if that is not a language model or returns nothing
 * useful.
 */
export async function summariseItem(options: {
  services: Configuration & Observability & Budgets & Models;
  principal: Principal;
  item: { id: string; title: string; contentHash: string };
  text: string;
}): Promise<ItemSummary | null> {
  const { services, item } = options;
  const small = await services.models.resolve(await services.models.chosen('small'));
  if (!small.isLanguageModel) return null;
  const key = `${item.id} ${item.contentHash} ${small.id}`;
  const known = kept.get(key);
  if (known) return known;
  const text = options.text.slice(0, SHOWN_CHARACTERS);
  const request = fitRequest({
    system: [itemSummaryPrompt],
    user: [{ text: item.title }, '\n\n', { text }],
    outputTokens: OUTPUT_TOKENS,
    window: small.profile,
  });
  if (!request) return null;
  const { model } = await metered(services, options.principal, small);
  const { content, usage } = await model.doGenerate({
    prompt: request.prompt,
    maxOutputTokens: request.maxOutputTokens,
    abortSignal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  await noteUsage(services, options.principal, small.id, convertUsage(usage));
  const said = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const read = readSummary(said, text);
  if (read === null) return null;
  const summary = { ...read, modelId: small.id };
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, summary);
  return summary;
}

/** Parses the model's output. Questions with words that the text does not contain are left out. */
function readSummary(said: string, text: string): { summary: string; questions: string[] } | null {
  let read: { summary?: unknown; questions?: unknown };
  try {
    read = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as typeof read;
  } catch {
    return null;
  }
  if (typeof read.summary !== 'string' || read.summary.trim() === '') return null;
  const questions = (Array.isArray(read.questions) ? (read.questions as unknown[]) : [])
    .filter((question): question is string => typeof question === 'string' && question.trim() !== '')
    .filter((question) => isAnswerable(question, text.toLowerCase()))
    .slice(0, 3);
  return { summary: read.summary.trim(), questions };
}

const LONG_WORD = /\p{L}{5,}/gu;

function isAnswerable(question: string, text: string): boolean {
  const words = question.toLowerCase().match(LONG_WORD) ?? [];
  const found = words.filter((word) => text.includes(word.slice(0, 5)));
  return found.length > 0 && found.length >= words.length / 2;
}

/** Records usage of a model outside a conversation. */
export async function noteUsage(
  services: Configuration & Observability & Budgets,
  principal: Principal,
  modelId: string,
  usage: TokenUsage,
  purpose = 'summary',
): Promise<void> {
  const price = priceOf(modelId, (await readSystemSettings(services.settings)).prices);
  await services.usage
    .add([
      {
        userId: principal.user.id,
        conversationId: null,
        turnId: null,
        purpose,
        step: null,
        modelId,
        usage,
        costUsd: price ? (costOf(price, usage) ?? null) : null,
      },
    ])
    .catch((error: unknown) => services.log.error({ err: error }, 'usage could not be stored'));
}

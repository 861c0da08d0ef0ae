import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { TokenUsage } from '@ibid/core/internal';
import { convertUsage, countTokens } from '@ibid/core/internal';
import type { Principal } from '../auth/principal.js';
import { costOf, priceOf } from '../models/model-prices.js';
import type { ResolvedModel } from '../models/model-registry.js';
import type { Services } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { budgetOf, hasSpendingLimit, spendingLimits } from './budget.js';
import type { Budget } from './budget.js';
import { BudgetSpent } from './budget-spent.js';

/** The assumed length of an answer if the call does not give a limit. */
const ANSWER_TOKENS = 2_000;
const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_PICTURE = 1_000;

type MeteringServices = Pick<Services, 'settings' | 'spending' | 'log'>;

/**
 * ORG-5: wraps the model for this user. Every call, whatever its purpose, first reserves what it may need from the
 * budget, and is refused if less is left. Without a budget, returns the model itself.
 */
export async function metered<Model extends Pick<ResolvedModel, 'id' | 'model' | 'isLanguageModel'>>(
  services: MeteringServices,
  principal: Pick<Principal, 'user'>,
  resolved: Model,
): Promise<Model> {
  if (!resolved.isLanguageModel) return resolved;
  const budget = await budgetOf(services, principal.user);
  if (!hasSpendingLimit(budget)) return resolved;
  const { prices } = await readSystemSettings(services.settings);
  const price = priceOf(resolved.id, prices);
  const cost = (usage: TokenUsage) => (price ? costOf(price, usage) : 0);
  const meter = new Meter(services, { userId: principal.user.id, budget, cost, model: resolved.model });
  return { ...resolved, model: meter.model() };
}

interface MeterOptions {
  userId: string;
  budget: Budget;
  cost: (usage: TokenUsage) => number;
  model: LanguageModelV4;
}

/** What a call has reserved. */
interface Taken {
  outputTokens: number;
  /** For an answer longer than expected. Throws if the budget is exhausted. */
  takeMore: () => Promise<void>;
  /** Called once with the final usage. */
  settle: (used: TokenUsage) => Promise<void>;
}

class Meter {
  readonly #services: MeteringServices;
  readonly #options: MeterOptions;

  constructor(services: MeteringServices, options: MeterOptions) {
    this.#services = services;
    this.#options = options;
  }

  model(): LanguageModelV4 {
    const { model } = this.#options;
    return {
      specificationVersion: 'v4',
      provider: model.provider,
      modelId: model.modelId,
      supportedUrls: model.supportedUrls,
      doGenerate: async (call) => {
        const { settle } = await this.#take(call);
        try {
          const result = await model.doGenerate(call);
          await settle(usedBy(call, convertUsage(result.usage), JSON.stringify(result.content)));
          return result;
        } catch (error) {
          await settle({ inputTokens: 0, outputTokens: 0 });
          throw error;
        }
      },
      doStream: async (call) => {
        const taken = await this.#take(call);
        try {
          const result = await model.doStream(call);
          return { ...result, stream: watched(result.stream, call, taken) };
        } catch (error) {
          await taken.settle({ inputTokens: 0, outputTokens: 0 });
          throw error;
        }
      },
    };
  }

  /** Throws if the budget is exhausted. */
  async #take(call: LanguageModelV4CallOptions): Promise<Taken> {
    const { userId, budget, cost, model } = this.#options;
    const { spending, log } = this.#services;
    const at = new Date();
    const taken = { tokens: 0, costUsd: 0 };
    const take = async (needed: TokenUsage) => {
      const wanted = { tokens: needed.inputTokens + needed.outputTokens, costUsd: cost(needed) };
      const refusal = await spending.take({ userId, at, limits: spendingLimits(budget), ...wanted });
      if (refusal) throw new BudgetSpent(refusal, model);
      taken.tokens += wanted.tokens;
      taken.costUsd += wanted.costUsd;
    };
    const outputTokens = call.maxOutputTokens ?? ANSWER_TOKENS;
    await take({ inputTokens: aboutTokensOf(call), outputTokens });
    return {
      outputTokens,
      takeMore: () => take({ inputTokens: 0, outputTokens: ANSWER_TOKENS }),
      settle: async (used) => {
        const tokens = taken.tokens - used.inputTokens - used.outputTokens;
        await spending
          .giveBack({ userId, at, tokens, costUsd: taken.costUsd - cost(used) })
          .catch((error: unknown) => log.error({ err: error }, 'spending could not be counted'));
      },
    };
  }
}

/**
 * Settles the usage when the stream ends in any way: as reported by the model, otherwise estimated from the text. An
 * answer longer than its reservation reserves more, and ends if nothing is left.
 */
function watched(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  call: LanguageModelV4CallOptions,
  { outputTokens, takeMore, settle }: Taken,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  let said = '';
  let covered = outputTokens;
  let told: TokenUsage | null = null;
  let isSettled = false;
  const cameThrough = () => Math.ceil(said.length / CHARACTERS_PER_TOKEN);
  const end = async () => {
    if (isSettled) return;
    isSettled = true;
    await settle(usedBy(call, told ?? { inputTokens: 0, outputTokens: 0 }, said));
  };
  return new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          await end();
          controller.close();
          return;
        }
        if (value.type === 'finish') {
          told = convertUsage(value.usage);
          await end();
        } else if ('delta' in value) said += value.delta;
        controller.enqueue(value);
        for (; cameThrough() > covered; covered += ANSWER_TOKENS) await takeMore();
      } catch (error) {
        await end();
        controller.error(error);
        await reader.cancel(error).catch(() => {});
      }
    },
    async cancel(reason) {
      await end();
      await reader.cancel(reason);
    },
  });
}

/** As counted by the provider. Ibid estimates what the provider does not report, so no call is free. */
function usedBy(call: LanguageModelV4CallOptions, told: TokenUsage, said: string): TokenUsage {
  const { text, pictures } = sentBy(call);
  return {
    ...told,
    inputTokens: told.inputTokens || countTokens(text) + pictures * TOKENS_PER_PICTURE,
    outputTokens: told.outputTokens || countTokens(said),
  };
}

/** A rough estimate before the call. */
function aboutTokensOf(call: LanguageModelV4CallOptions): number {
  const { text, pictures } = sentBy(call);
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN) + pictures * TOKENS_PER_PICTURE;
}

function sentBy({ prompt, tools = [] }: LanguageModelV4CallOptions): { text: string; pictures: number } {
  const parts = [JSON.stringify(tools)];
  let pictures = 0;
  for (const message of prompt) {
    if (typeof message.content === 'string') parts.push(message.content);
    else
      for (const part of message.content) {
        if (part.type === 'file') pictures += 1;
        else parts.push('text' in part ? part.text : JSON.stringify(part));
      }
  }
  return { text: parts.join('\n'), pictures };
}

import type { TokenUsage } from '@ibid/core/internal';
import type { Principal } from '../auth/principal.js';
import { metered } from '../budgets/metered.js';
import { costOf, priceOf } from '../models/model-prices.js';
import type { Budgets, Configuration, Models, Observability } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import type { SmallModel } from './ask-about-claims.js';

/** The model for small tasks; null if it is not a language model. Its usage is recorded under the given purpose. */
export async function smallModel(
  services: Configuration & Observability & Budgets & Models,
  principal: Principal,
  conversationId: string | null,
): Promise<((purpose: string) => SmallModel) | null> {
  const small = await services.models.resolve(await services.models.chosen('small'));
  const { id, model, profile, isLanguageModel } = await metered(services, principal, small);
  if (!isLanguageModel) return null;
  const price = priceOf(id, (await readSystemSettings(services.settings)).prices);
  const store = (purpose: string, usage: TokenUsage) =>
    void services.usage
      .add([
        {
          userId: principal.user.id,
          conversationId,
          turnId: null,
          purpose,
          step: null,
          modelId: id,
          usage,
          costUsd: price ? (costOf(price, usage) ?? null) : null,
        },
      ])
      .catch((error: unknown) => services.log.error({ err: error }, 'usage could not be stored'));
  return (purpose) => ({ model, modelId: id, profile, onUsage: (usage) => store(purpose, usage) });
}

import { modelProfileOf } from '@ibid/core';
import type { DoubtedCount, ModelProfile, WindowFrom, WindowWatch } from '@ibid/core/internal';
import type { SettingsRepository } from '@ibid/store/internal';
import { z } from 'zod';
import type { ModelFacts } from './model-facts.js';
import type { ProviderKind } from './provider-kinds.js';
import type { Environment } from './providers-from-environment.js';

/** The settings scope for learned windows, by model id. */
const LEARNED_SCOPE = 'learned-windows';
/** Servers are restarted with other windows, so what was learned expires. */
const LEARNED_FOR_MILLISECONDS = 24 * 60 * 60 * 1000;
/** If even Ollama does not know. Every call requests it, so it applies. */
const OLLAMA_UNKNOWN = 8_192;

/** `told` is what the provider said then. If it says something else now, it was restarted. */
const KeptWindowSchema = z.object({
  tokens: z.number(),
  from: z.enum(['error', 'usage']),
  at: z.number(),
  told: z.number().nullable(),
});
type KeptWindow = z.infer<typeof KeptWindowSchema>;

/** MOD-4: configured windows by model id; a bare number in the environment applies to all. */
export function windowSet(options: {
  modelId: string;
  page: Readonly<Record<string, number>>;
  file: Readonly<Record<string, number>>;
  environment: Environment;
}): number | null {
  const { modelId } = options;
  const bare = modelId.split('/').slice(1).join('/');
  const named = (from: Readonly<Record<string, number>>) => from[modelId] ?? from[bare];
  const inEnvironment = windowsOf(options.environment['IBID_MODEL_WINDOW'] ?? '');
  return named(options.page) ?? named(options.file) ?? named(inEnvironment) ?? inEnvironment[''] ?? null;
}

/** `8192`, or `ollama/llama3.2=8192,custom/big=131072`. */
function windowsOf(text: string): Record<string, number> {
  const windows: Record<string, number> = {};
  for (const part of text.split(',')) {
    const at = part.lastIndexOf('=');
    const tokens = Number(part.slice(at + 1).trim());
    if (Number.isSafeInteger(tokens) && tokens > 0) windows[part.slice(0, Math.max(0, at)).trim()] = tokens;
  }
  return windows;
}

/** The profile of a provider's model. Precedence: the user's setting, what was learned, the provider, the name. */
export function profileOf(options: {
  modelId: string;
  kind: ProviderKind;
  set: number | null;
  learned: KeptWindow | null;
  facts: ModelFacts;
}): ModelProfile {
  const { modelId, set, learned, facts } = options;
  const known = modelProfileOf(modelId);
  const told = facts.contextWindow;
  const window: [number, WindowFrom] =
    set !== null
      ? [set, 'set']
      : learned && learned.told === told && learned.tokens < (told ?? Infinity)
        ? [learned.tokens, learned.from]
        : told !== null
          ? [told, 'provider']
          : options.kind === 'ollama'
            ? [OLLAMA_UNKNOWN, 'assumed']
            : [known.contextWindow, known.windowFrom ?? 'assumed'];
  const [contextWindow, windowFrom] = window;
  return {
    ...known,
    contextWindow,
    windowFrom,
    maxOutputTokens: facts.maxOutputTokens ?? known.maxOutputTokens,
    vision: facts.vision ?? known.vision,
  };
}

/** Windows learned from earlier answers of providers. */
export class LearnedWindows {
  readonly #settings: SettingsRepository;
  readonly #now: () => number;
  readonly #ratios = new Map<string, { ratio: number; sent: number }>();
  readonly #mostTaken = new Map<string, number>();
  readonly #doubted = new Map<string, DoubtedCount>();

  constructor(settings: SettingsRepository, now: () => number = Date.now) {
    this.#settings = settings;
    this.#now = now;
  }

  async of(modelId: string): Promise<KeptWindow | null> {
    const { data: kept } = KeptWindowSchema.safeParse((await this.#settings.all(LEARNED_SCOPE))[modelId]);
    return kept && this.#now() - kept.at < LEARNED_FOR_MILLISECONDS ? kept : null;
  }

  watch(modelId: string, told: number | null, unlearned?: ModelProfile): WindowWatch {
    return {
      ratio: this.#ratios.get(modelId)?.ratio ?? null,
      mostTaken: this.#mostTaken.get(modelId) ?? 0,
      doubted: this.#doubted.get(modelId) ?? null,
      onDoubted: (count) => this.#doubted.set(modelId, count),
      ...(unlearned && { unlearned }),
      onDisproved: () => void this.#settings.delete(LEARNED_SCOPE, modelId).catch(() => {}),
      // Measured on the shortest prompt, which is least likely to be cut: on longer ones, truncation would distort the
      // ratio.
      onMeasured: (ratio, sent) => {
        const known = this.#ratios.get(modelId);
        if (!known || sent <= known.sent) this.#ratios.set(modelId, { ratio, sent });
      },
      onTaken: (tokens) => {
        this.#mostTaken.set(modelId, Math.max(tokens, this.#mostTaken.get(modelId) ?? 0));
        // What it accepted disproves what it reported.
        this.of(modelId)
          .then((kept) =>
            kept && kept.tokens < tokens ? this.#settings.delete(LEARNED_SCOPE, modelId) : null,
          )
          .catch(() => {});
      },
      onLearned: (learned) => {
        // If storing fails, the next answer will show it again.
        this.#settings.set(LEARNED_SCOPE, modelId, { ...learned, told, at: this.#now() }).catch(() => {});
      },
    };
  }
}

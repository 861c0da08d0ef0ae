import type { SettingsRepository } from '@ibid/store/internal';
import type { ProviderConfig } from './provider-config.js';

const SCOPE = 'learned-tools';
/** Servers are restarted with other options, so a model that rejected tools long ago is tried again. */
const LEARNED_FOR_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

type Place = Pick<ProviderConfig, 'kind' | 'baseUrl'>;

/**
 * Models that turned out not to accept tools. Keyed by address and name, so what was learned while testing a provider
 * still applies once it is stored.
 */
export class LearnedTools {
  readonly #settings: SettingsRepository;

  constructor(settings: SettingsRepository) {
    this.#settings = settings;
  }

  async refuses(provider: Place, model: string): Promise<boolean> {
    const at = (await this.#settings.all(SCOPE))[keyOf(provider, model)];
    return typeof at === 'number' && Date.now() - at < LEARNED_FOR_MILLISECONDS;
  }

  refused(provider: Place, model: string): void {
    // If storing fails, the next answer will show it again.
    this.#settings.set(SCOPE, keyOf(provider, model), Date.now()).catch(() => {});
  }

  async forget(provider: Place, model: string): Promise<void> {
    await this.#settings.delete(SCOPE, keyOf(provider, model));
  }
}

function keyOf({ kind, baseUrl }: Place, model: string): string {
  return `${kind} ${baseUrl?.replace(/\/+$/u, '') ?? ''} ${model}`;
}

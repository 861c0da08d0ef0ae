import type { SettingsRepository } from '@ibid/store/internal';
import type { ProviderConfig } from './provider-config.js';

const SCOPE = 'learned-tools';
/** Servers are started again with other options; one that took no tools long ago is tried again. */
const LEARNED_FOR_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

type Place = Pick<ProviderConfig, 'kind' | 'baseUrl'>;

/**
 * Which models showed that they take no tools. By address and name, so that what was learned while a provider was tried
 * holds once it is stored.
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
    // Not kept: the next answer finds it out again.
    this.#settings.set(SCOPE, keyOf(provider, model), Date.now()).catch(() => {});
  }

  async forget(provider: Place, model: string): Promise<void> {
    await this.#settings.delete(SCOPE, keyOf(provider, model));
  }
}

function keyOf({ kind, baseUrl }: Place, model: string): string {
  return `${kind} ${baseUrl?.replace(/\/+$/u, '') ?? ''} ${model}`;
}

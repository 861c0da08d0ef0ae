import type { NamedLimit } from './named-limit.js';
import { ProviderError } from './provider-errors.js';
import type { ProviderErrorDetails } from './provider-errors.js';

/** The provider counted more tokens than its window holds. */
export class ContextTooLongError extends ProviderError {
  readonly code = 'context_too_long';
  readonly retryable = false;
  /** MOD-4: the window and the size of the request, if the provider named them. */
  readonly limitTokens: number | null;
  readonly sentTokens: number | null;

  constructor(details: ProviderErrorDetails & Partial<NamedLimit>) {
    const { limitTokens = null, sentTokens = null } = details;
    super(
      limitTokens === null
        ? `This is too long for the model "${details.modelId}". Start a new conversation, attach less, or choose a model with a larger window.`
        : `The model "${details.modelId}" takes ${limitTokens.toLocaleString('en')} tokens at a time, too few for this question and the context it needs. Choose a model with a larger window, or start this one with a larger window.`,
      details,
    );
    this.limitTokens = limitTokens;
    this.sentTokens = sentTokens;
  }
}

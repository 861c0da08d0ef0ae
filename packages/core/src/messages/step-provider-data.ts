import type { JsonValue } from './json-value.js';

/**
 * What providers want back with a step in the next request of the turn (`TurnStep.providerMetadata`): signatures of
 * reasoning blocks, marks on calls. Kept as it came, keyed by provider as the AI SDK does.
 */
export interface StepProviderData {
  reasoning?: { text: string; metadata: JsonValue }[];
  /** By call id. */
  calls?: Record<string, JsonValue>;
  text?: JsonValue;
}

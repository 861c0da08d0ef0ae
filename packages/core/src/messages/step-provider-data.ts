import type { JsonValue } from './json-value.js';

/**
 * Data that providers want back with a step in the next request of the turn (`TurnStep.providerMetadata`): signatures
 * of reasoning blocks, marks on calls. Stored unchanged, keyed by provider as in the AI SDK.
 */
export interface StepProviderData {
  reasoning?: { text: string; metadata: JsonValue }[];
  /** By call id. */
  calls?: Record<string, JsonValue>;
  text?: JsonValue;
}

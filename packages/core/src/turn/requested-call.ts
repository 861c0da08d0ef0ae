import type { JsonValue } from '../messages/json-value.js';

/** A call as a step requested it. */
export interface RequestedCall {
  /** Unique within the turn. */
  callId: string;
  /** As the model wrote it, made valid for every provider. */
  toolName: string;
  /** The arguments as the model wrote them; usually JSON. */
  rawInput: string;
  providerMetadata?: JsonValue;
}

/** A name that every provider accepts, whatever the model made up. */
export function validToolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

/** The arguments as JSON; undefined if they are not JSON. A call without arguments has an empty object. */
export function parsedInput(rawInput: string): JsonValue | undefined {
  try {
    return JSON.parse(rawInput.trim() === '' ? '{}' : rawInput) as JsonValue;
  } catch {
    return undefined;
  }
}

import type { JsonValue } from '../messages/json-value.js';

/** A call as a step asked for it. */
export interface RequestedCall {
  /** Unique within the turn. */
  callId: string;
  /** As the model wrote it, made valid for every provider. */
  toolName: string;
  /** The arguments as the model wrote them: JSON, one hopes. */
  rawInput: string;
  providerMetadata?: JsonValue;
}

/** A name that can be sent back to any provider, whatever the model made up. */
export function validToolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

/** The arguments as JSON; undefined when they are not. A call without any has an empty object. */
export function parsedInput(rawInput: string): JsonValue | undefined {
  try {
    return JSON.parse(rawInput.trim() === '' ? '{}' : rawInput) as JsonValue;
  } catch {
    return undefined;
  }
}

import type { PastTurn, ToolCallRecord, TurnStep } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';

/**
 * Whether two turns, e.g. the same one read twice from a database, render alike. Compares everything that
 * `renderPastTurn` shows. Turns with files or images always count as different.
 */
export function isSamePastTurn(one: PastTurn, other: PastTurn): boolean {
  const { user, assistant } = one;
  if (user.text !== other.user.text || user.id !== other.user.id) return false;
  if (user.descriptor !== other.user.descriptor) return false;
  if (user.files.length + user.images.length + other.user.files.length + other.user.images.length > 0)
    return false;
  if (!assistant || !other.assistant) return assistant === other.assistant;
  return (
    assistant.answer === other.assistant.answer &&
    assistant.id === other.assistant.id &&
    areSame(assistant.steps, other.assistant.steps, isSameStep)
  );
}

function areSame<Value>(
  ones: readonly Value[],
  others: readonly Value[],
  isSame: (one: Value, other: Value) => boolean,
): boolean {
  if (ones.length !== others.length) return false;
  for (let index = 0; index < ones.length; index += 1) {
    if (!isSame(ones[index] as Value, others[index] as Value)) return false;
  }
  return true;
}

function isSameStep(one: TurnStep, other: TurnStep): boolean {
  return one.narration === other.narration && areSame(one.calls, other.calls, isSameCall);
}

function isSameCall(one: ToolCallRecord, other: ToolCallRecord): boolean {
  return (
    one.callId === other.callId &&
    one.toolName === other.toolName &&
    one.descriptor === other.descriptor &&
    one.summary === other.summary &&
    (one.outcome === undefined) === (other.outcome === undefined) &&
    isSameJson(one.input, other.input)
  );
}

/** The order of keys counts too, because arguments are shown in their order. */
function isSameJson(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && areSame(one, other, isSameJson);
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  if (keys.length !== otherKeys.length) return false;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    if (key !== otherKeys[index] || !isSameJson(one[key] as JsonValue, other[key] as JsonValue)) return false;
  }
  return true;
}

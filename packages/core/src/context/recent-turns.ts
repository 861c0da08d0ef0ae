import type { PastTurn } from '../messages/chat-message.js';
import { isSamePastTurn } from './is-same-past-turn.js';

interface Entry<Value> {
  turn: PastTurn;
  key: string;
  value: Value;
}

/**
 * A cache of values computed from past turns, keyed by their content. A server reads the conversation again for every
 * message, so the same turns arrive as new objects. Bounded by characters, in two generations: when the young one is
 * full it becomes the old one, and entries that are used again move over.
 */
export class RecentTurns<Value> {
  #young = new Map<string, Entry<Value>>();
  #old = new Map<string, Entry<Value>>();
  #characters = 0;
  readonly #limit: number;

  constructor(options: { maxCharacters: number }) {
    this.#limit = options.maxCharacters / 2;
  }

  get(turn: PastTurn, key: string): Value | undefined {
    const id = idOf(turn);
    const young = this.#young.get(id);
    const entry = young ?? this.#old.get(id);
    if (!entry || entry.key !== key || !isSamePastTurn(entry.turn, turn)) return undefined;
    if (!young) this.#keep(id, entry);
    return entry.value;
  }

  set(turn: PastTurn, key: string, value: Value): void {
    // Turns with files never compare as equal, so caching them is useless.
    if (turn.user.files.length + turn.user.images.length > 0) return;
    this.#keep(idOf(turn), { turn, key, value });
  }

  #keep(id: string, entry: Entry<Value>): void {
    const size = sizeOf(entry.turn);
    if (size > this.#limit / 4) return;
    if (this.#characters + size > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#young.set(id, entry);
    this.#characters += size;
  }

  /** Number of turns held, for tests of the bound. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }
}

/** Characters that an entry costs besides its longest texts. */
const ENTRY_OVERHEAD = 1000;

function sizeOf({ user, assistant }: PastTurn): number {
  let size = user.text.length + (assistant?.answer.length ?? 0) + ENTRY_OVERHEAD;
  for (const step of assistant?.steps ?? []) {
    size += step.narration.length;
    for (const call of step.calls) {
      size += ENTRY_OVERHEAD + (call.outcome?.text.length ?? 0);
      for (const chunk of call.outcome?.chunks ?? []) size += chunk?.text?.length ?? 0;
    }
  }
  return size;
}

function idOf(turn: PastTurn): string {
  return turn.assistant?.id ?? turn.user.id;
}

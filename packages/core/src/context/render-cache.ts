import type { ContextInput } from './context-input.js';
import { encodingOf } from '../tokens/encoding-of.js';

/** Settings that a cache remembers renderings for at once; a conversation has one, and a second after a change. */
const MOST_MEMORIES = 4;

/** Renderings by what they were made from. Messages, turns and outcomes are never changed once they are handed in. */
export class RenderMemory {
  readonly #byKind = new Map<string, WeakMap<object, { key: string; value: unknown }>>();

  /** The last value of this kind made from the object, where `key`, what else it depends on, is the same. */
  remember<Value>(kind: string, object: object, key: string, make: () => Value): Value {
    let known = this.#byKind.get(kind);
    if (!known) this.#byKind.set(kind, (known = new WeakMap()));
    const entry = known.get(object);
    if (entry && entry.key === key) return entry.value as Value;
    const value = make();
    known.set(object, { key, value });
    return value;
  }
}

/**
 * What an assembler has rendered before. It belongs to the assembler: nothing is noted on the objects that callers hand
 * in. Every setting is part of the key by construction, because each set of them has a memory of its own; what is left
 * for the keys of single renderings is the state of fitting and the numbers of sources.
 */
export class RenderCache {
  readonly #memories = new Map<string, RenderMemory>();

  memoryFor(input: ContextInput, form: { short: boolean }): RenderMemory {
    const { model } = input;
    const key = JSON.stringify([
      encodingOf(model),
      model.contextWindow,
      model.maxOutputTokens,
      model.vision,
      input.settings,
      input.descriptorSettings,
      input.descriptorsEnabled,
      form.short,
    ]);
    let memory = this.#memories.get(key);
    if (!memory) {
      memory = new RenderMemory();
      this.#memories.set(key, memory);
      for (const oldest of this.#memories.keys()) {
        if (this.#memories.size <= MOST_MEMORIES) break;
        this.#memories.delete(oldest);
      }
    }
    return memory;
  }
}

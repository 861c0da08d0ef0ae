import type { StepContext } from './context-input.js';
import { encodingOf } from '../tokens/encoding-name.js';

/** Settings that a cache remembers renderings for at once; a conversation has one, and a second after a change. */
const MOST_MEMORIES = 4;

/** Renderings by what they were made from. Messages, turns and outcomes are never changed once they are handed in. */
export class RenderMemory {
  readonly #last = new Map<string, { object: object; key: string; value: unknown }>();
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

  /**
   * The same for what there is one of at a time, such as the history: only the last is kept. A map of weak keys would
   * carry each one over to the old generation, where it costs more to be rid of than it took to make.
   */
  rememberLast<Value>(kind: string, object: object, key: string, make: () => Value): Value {
    const last = this.#last.get(kind);
    if (last && last.object === object && last.key === key) return last.value as Value;
    const value = make();
    this.#last.set(kind, { object, key, value });
    return value;
  }
}

/**
 * What an assembler has rendered before. It belongs to the assembler: nothing is noted on the objects that callers hand
 * in. Every setting is part of the key by construction, because each set of them has a memory of its own; what is left
 * for the keys of single renderings is the state of fitting and the numbers of sources.
 */
export class RenderCache {
  #memories: { madeWith: unknown[]; memory: RenderMemory }[] = [];

  memoryFor(input: StepContext, form: { short: boolean }): RenderMemory {
    const { model } = input;
    // Names and values, so that a setting which is not given is another one than the next which is.
    const madeWith: unknown[] = [
      encodingOf(model),
      model.contextWindow,
      model.maxOutputTokens,
      model.vision,
      input.descriptorsEnabled,
      form.short,
    ];
    addSettings(madeWith, input.settings);
    addSettings(madeWith, input.descriptorSettings ?? {});
    const known = this.#memories.find((entry) => areSame(entry.madeWith, madeWith));
    if (known) return known.memory;
    const memory = new RenderMemory();
    this.#memories = [{ madeWith, memory }, ...this.#memories.slice(0, MOST_MEMORIES - 1)];
    return memory;
  }
}

/** Settings are plain numbers, texts and switches, which is why comparing them one by one is enough. */
function addSettings(values: unknown[], settings: object): void {
  for (const name in settings) values.push(name, settings[name as keyof typeof settings]);
  values.push(null);
}

function areSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => Object.is(value, right[index]));
}

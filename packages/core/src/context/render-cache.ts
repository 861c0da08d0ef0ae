import type { StepContext } from './context-input.js';
import { encodingOf } from '../tokens/encoding-name.js';

/**
 * How many sets of settings a cache holds renderings for. A conversation usually has one, and a second after a change.
 */
const MOST_MEMORIES = 4;

/**
 * Renderings, keyed by the objects they were made from. Messages, turns and outcomes must not change once handed in.
 */
export class RenderMemory {
  readonly #last = new Map<string, { object: object; key: string; value: unknown }>();
  readonly #byKind = new Map<string, WeakMap<object, { key: string; value: unknown }>>();

  /** Returns the last value of this kind made from the object, if `key`, which covers its other inputs, is the same. */
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
   * The same for values that exist once at a time, such as the history; only the last is kept. A `WeakMap` would move
   * each value to the old generation, where collecting it costs more than making it did.
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
 * What an assembler has rendered before. The cache belongs to the assembler; the callers' objects are not modified.
 * Each set of settings has its own memory, so the keys of single renderings only need the state of fitting and the
 * source numbers.
 */
export class RenderCache {
  #memories: { madeWith: unknown[]; memory: RenderMemory }[] = [];

  memoryFor(input: StepContext, form: { short: boolean }): RenderMemory {
    const { model } = input;
    // Names and values, so an absent setting cannot be confused with the next one.
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

/** Settings are plain numbers, strings and booleans, so a shallow comparison is enough. */
function addSettings(values: unknown[], settings: object): void {
  for (const name in settings) values.push(name, settings[name as keyof typeof settings]);
  values.push(null);
}

function areSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => Object.is(value, right[index]));
}

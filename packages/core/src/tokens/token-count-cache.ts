/**
 * Counts by content, bounded by the characters it holds. Two generations instead of a linked list: when the young one
 * is full it becomes the old one, and entries that are used again move over. Half of the bound always holds the most
 * recently used.
 */
export class TokenCountCache {
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #characters = 0;
  /** The newest text that would take most of the room alone. One assembly asks for it again and again. */
  #large: { text: string; tokens: number } | null = null;
  readonly #limit: number;

  constructor(options: { maxCharacters: number }) {
    this.#limit = options.maxCharacters / 2;
  }

  get(text: string): number | undefined {
    if (text.length > this.#limit / 4) return this.#large?.text === text ? this.#large.tokens : undefined;
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) this.set(text, old);
    return old;
  }

  set(text: string, tokens: number): void {
    if (text.length > this.#limit / 4) {
      if (text.length <= this.#limit) this.#large = { text, tokens };
      return;
    }
    if (this.#characters + text.length > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#young.set(text, tokens);
    this.#characters += text.length + ENTRY_OVERHEAD;
  }

  /** Characters held, for tests of the bound. */
  get heldCharacters(): number {
    let held = this.#large?.text.length ?? 0;
    for (const generation of [this.#young, this.#old])
      for (const text of generation.keys()) held += text.length;
    return held;
  }
}

/** What a small entry costs besides its characters; bounds a million nearly empty texts too. */
const ENTRY_OVERHEAD = 64;

import type { Tokenizer } from '@huggingface/tokenizers';

export interface TokenRow {
  ids: number[];
  /** 0 for the first text of a pair, 1 for the second. */
  types: number[];
}

/** No text in the model's window can be longer than this. It avoids tokenising a whole book. */
const CHARACTERS_PER_TOKEN = 24;

/** Tokenises a text and cuts it to the model's window, keeping the start and end tokens. */
export class ModelTokens {
  readonly #tokenizer: Tokenizer;
  readonly #maxTokens: number;
  /** The special tokens after every text. */
  readonly #end: readonly number[];

  constructor(options: { tokenizer: Tokenizer; maxTokens: number }) {
    this.#tokenizer = options.tokenizer;
    this.#maxTokens = options.maxTokens;
    const marks = options.tokenizer.encode('').ids;
    const text = options.tokenizer.encode('a').ids;
    let same = 0;
    while (same < marks.length && marks.at(-1 - same) === text.at(-1 - same)) same += 1;
    this.#end = marks.slice(marks.length - same);
  }

  of(text: string): TokenRow {
    const { ids } = this.#tokenizer.encode(text.slice(0, this.#maxTokens * CHARACTERS_PER_TOKEN));
    const kept =
      ids.length > this.#maxTokens
        ? [...ids.slice(0, this.#maxTokens - this.#end.length), ...this.#end]
        : ids.length === 0
          ? [0]
          : ids;
    return { ids: kept, types: kept.map(() => 0) };
  }

  /** The first text gets at most half of the window; the second is cut to fit the rest. */
  ofPair(first: string, second: string): TokenRow {
    const head = this.#cut(first, (text) => this.of(text).ids.length <= this.#maxTokens / 2);
    const pair = (text: string) =>
      this.#tokenizer.encode(head, { text_pair: text, return_token_type_ids: true });
    const encoding = pair(this.#cut(second, (text) => pair(text).ids.length <= this.#maxTokens));
    return { ids: encoding.ids, types: encoding.token_type_ids };
  }

  /** As much of the beginning as fits, to within about a twentieth. */
  #cut(text: string, fits: (text: string) => boolean): string {
    let kept = text.slice(0, this.#maxTokens * CHARACTERS_PER_TOKEN);
    while (kept !== '' && !fits(kept)) kept = kept.slice(0, Math.floor(kept.length * 0.95));
    return kept;
  }
}

import type { Amount } from './amount.js';
import type { ClaimToken } from './claim-token.js';

/** State of the amount parser: the input tokens, the output tokens, and the position between. */
export class TokenCursor {
  readonly text: string;
  readonly tokens: readonly ClaimToken[];
  readonly read: ClaimToken[] = [];
  /** Index of the next token to read. */
  at = 0;

  constructor(text: string, tokens: readonly ClaimToken[]) {
    this.text = text;
    this.tokens = tokens;
  }

  wordAt(index: number): string {
    return this.tokens[index]?.form?.word ?? '';
  }

  written(index: number): string {
    const token = this.tokens[index];
    return token ? this.text.slice(token.start, token.end) : '';
  }

  /** The text between two tokens. */
  between(left: number, right: number): string {
    return this.text.slice(this.tokens[left]?.end ?? 0, this.tokens[right]?.start ?? 0);
  }

  /** Makes one token from `first` to before `next`, and moves to `next`. */
  token(first: number, next: number, amount: Amount, end = this.tokens[next - 1]?.end ?? 0): ClaimToken {
    const start = this.tokens[first]?.start ?? 0;
    this.at = next;
    return { term: '', kind: 'number', start, end, form: null, amount };
  }
}

import type { Amount } from './amount.js';
import type { ClaimToken } from './claim-token.js';

/** Where the reading of amounts stands: the tokens as they were cut, those that came of them, and the place between. */
export class TokenCursor {
  readonly text: string;
  readonly tokens: readonly ClaimToken[];
  readonly read: ClaimToken[] = [];
  /** The next token to be read. */
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

  /** What is between two tokens. */
  between(left: number, right: number): string {
    return this.text.slice(this.tokens[left]?.end ?? 0, this.tokens[right]?.start ?? 0);
  }

  /** One token of several, from `first` to before `next`, where the reading continues. */
  token(first: number, next: number, amount: Amount, end = this.tokens[next - 1]?.end ?? 0): ClaimToken {
    const start = this.tokens[first]?.start ?? 0;
    this.at = next;
    return { term: '', kind: 'number', start, end, form: null, amount };
  }
}

import { isBlank } from './character-codes.js';

/** An open fence, which knows what closes it. */
export class OpenFence {
  readonly #character: number;
  readonly #length: number;
  /** The depth of quoting it is in. */
  readonly depth: number;
  /** Column at which the content of its list item begins. */
  readonly #offset: number;
  #state: 'start' | 'run' | 'space' | 'line' = 'start';
  #run = 0;

  constructor(options: { character: number; length: number; depth: number; offset: number }) {
    this.#character = options.character;
    this.#length = options.length;
    this.depth = options.depth;
    this.#offset = options.offset;
  }

  /** In the rest of a line that can no longer close it. */
  get isQuiet(): boolean {
    return this.#state === 'line';
  }

  /** Whether the line closes the fence if it ends here. */
  get isEnd(): boolean {
    return (this.#state === 'run' || this.#state === 'space') && this.#run >= this.#length;
  }

  /** Whether a line with these quote marks and this indentation still belongs to the fence's list item or quote. */
  holds(quotes: number, column: number): boolean {
    return quotes >= this.depth && column >= this.#offset;
  }

  startLine(): void {
    this.#state = 'start';
  }

  /** Skips the rest of the opening line. */
  skipLine(): void {
    this.#state = 'line';
  }

  /** Takes the first character of a line's content. */
  content(code: number, column: number): void {
    this.#run = 1;
    this.#state = code === this.#character && column - this.#offset < 4 ? 'run' : 'line';
  }

  character(code: number): void {
    if (this.#state === 'line') return;
    if (this.#state === 'run' && code === this.#character) this.#run++;
    else this.#state = isBlank(code) ? 'space' : 'line';
  }
}

import { Transform, type TransformCallback } from 'node:stream';

const NEWLINE = 10;

/** Passes lines on whole and drops those that are too long, so readers need not buffer without limit. */
export class LineLimit extends Transform {
  readonly #most: number;
  readonly #onLeftOut: () => void;
  #held: Buffer[] = [];
  #length = 0;

  constructor(options: { mostBytes: number; onLeftOut: () => void }) {
    super();
    this.#most = options.mostBytes;
    this.#onLeftOut = options.onLeftOut;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, at + 1));
      this.#handOn();
      from = at + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#handOn();
    done();
  }

  #hold(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > this.#most) this.#held = [];
    else this.#held.push(piece);
  }

  #handOn(): void {
    if (this.#length > this.#most) this.#onLeftOut();
    else if (this.#length > 0) this.push(Buffer.concat(this.#held));
    this.#held = [];
    this.#length = 0;
  }
}

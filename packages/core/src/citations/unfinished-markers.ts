const OPEN_BRACKET = 0x5b;
const SPACE = 0x20;

/** Longest piece that is put off, and how much is put off before the failed part of it is handed on. */
const AT_ONCE = 120;
/** The most that waits to be read. */
const MOST = 2 * AT_ONCE;

/** What may be between the brackets of a marker, besides daggers and what follows them. */
const INSIDE = new Uint8Array(0x80);
for (const character of '0123456789,;- ') INSIDE[character.charCodeAt(0)] = 1;

/**
 * One unfinished marker after the other: without a closing bracket none is complete, and all but the newest are text.
 * They are put off unread until something else comes, and the failed ones handed on several at a time, so that nonsense
 * costs no more than prose.
 */
export class UnfinishedMarkers {
  #text = '';
  /** Where the newest marker begins. */
  #newest = 0;
  #endsInBracket = false;

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Takes a piece if it is nothing but unfinished markers. */
  add(piece: string): boolean {
    const last = piece.length > AT_ONCE ? NOT_THESE : lastOpen(piece);
    if (last === NOT_THESE || (this.#endsInBracket && piece.charCodeAt(0) === SPACE)) return false;
    if (last < 0 && this.#text.length + piece.length > MOST) return false;
    this.#append(piece, last);
    return true;
  }

  /** The same for the first piece, behind what was read of a marker that it leaves unfinished. */
  begin(read: string, piece: string): boolean {
    const last = piece.length > AT_ONCE || read.length > AT_ONCE ? NOT_THESE : lastOpen(piece);
    if (last < 0) return false;
    this.#endsInBracket = read.charCodeAt(read.length - 1) === OPEN_BRACKET;
    // What was read must be over: more may be known of it than its characters. A third bracket ends the first of two.
    const isOver = !this.#endsInBracket || (last > 0 ? piece.charCodeAt(0) !== SPACE : read === '[[');
    if (isOver) {
      this.#text = read;
      this.#append(piece, last);
    } else this.#endsInBracket = false;
    return isOver;
  }

  /** All but the newest one, once it is worth while; an empty text otherwise. */
  takeFailed(): string {
    if (this.#text.length <= AT_ONCE || this.#newest === 0) return '';
    const failed = this.#text.slice(0, this.#newest);
    this.#text = this.#text.slice(this.#newest);
    this.#newest = 0;
    return failed;
  }

  takeAll(): string {
    const text = this.#text;
    this.#text = '';
    this.#newest = 0;
    this.#endsInBracket = false;
    return text;
  }

  #append(piece: string, last: number): void {
    if (last >= 0) {
      // Two brackets open one marker.
      const isSecond = last > 0 ? piece.charCodeAt(last - 1) === OPEN_BRACKET : this.#endsInBracket;
      this.#newest = this.#text.length + last - (isSecond ? 1 : 0);
    }
    this.#endsInBracket = last === piece.length - 1;
    this.#text += piece;
  }
}

const NOT_THESE = -2;

/** Where the last bracket opens in a text of nothing but unfinished markers; -1: nowhere; -2: it is another text. */
function lastOpen(text: string): number {
  let last = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === OPEN_BRACKET) last = index;
    // Behind a bracket, a space may come before a second one that belongs to it.
    else if (INSIDE[code] !== 1 || (code === SPACE && last >= 0 && last === index - 1)) return NOT_THESE;
  }
  return last;
}

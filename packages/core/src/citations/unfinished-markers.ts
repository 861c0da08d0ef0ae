const OPEN_BRACKET = 0x5b;
const SPACE = 0x20;

/** Longest piece that is deferred. */
const LONGEST_PIECE = 120;
/** How much is deferred before its failed part is passed on: joining and passing on cost as much as reading a third. */
const AT_ONCE = 240;
/** The most text that may be deferred as one unfinished marker. */
const MOST = 240;

/** Characters allowed between the brackets of a marker, besides daggers and what follows them. */
const INSIDE = new Uint8Array(0x80);
for (const character of '0123456789,;- ') INSIDE[character.charCodeAt(0)] = 1;

/**
 * A series of unfinished markers: without a closing bracket none is complete, and all but the newest are text. They are
 * deferred unread until other text comes, and failed ones are passed on several at a time, so nonsense costs no more
 * than prose.
 */
export class UnfinishedMarkers {
  #text = '';
  /** Where the newest marker begins. */
  #newest = 0;
  #endsInBracket = false;

  get isEmpty(): boolean {
    return this.#text.length === 0;
  }

  /** Takes a further piece if it consists only of unfinished markers, and returns what `takeFailed` does; else null. */
  add(piece: string): string | null {
    if (this.#text.length === 0) return null;
    const last = piece.length > LONGEST_PIECE ? NOT_THESE : lastOpen(piece, this.#endsInBracket);
    if (last === NOT_THESE) return null;
    if (last < 0 && this.#text.length - this.#newest + piece.length > MOST) return null;
    this.#append(piece, last);
    return this.#text.length <= AT_ONCE ? '' : this.takeFailed();
  }

  /** The same for the first piece, after the read part of a marker that it leaves unfinished. */
  begin(read: string, piece: string): boolean {
    const last =
      piece.length > LONGEST_PIECE || read.length > LONGEST_PIECE ? NOT_THESE : lastOpen(piece, false);
    if (last < 0) return false;
    this.#endsInBracket = read.charCodeAt(read.length - 1) === OPEN_BRACKET;
    // The marker read so far must be certain to fail, because the matcher may know more about it than its characters
    // show. A third bracket ends the first of two.
    const isOver = !this.#endsInBracket || (last > 0 ? piece.charCodeAt(0) !== SPACE : read === '[[');
    if (isOver) {
      this.#text = read;
      this.#append(piece, last);
    } else this.#endsInBracket = false;
    return isOver;
  }

  /** All but the newest marker, once there is enough; otherwise an empty string. */
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

/**
 * Position of the last opening bracket in a text that consists only of unfinished markers; -1 if there is none, -2 for
 * any other text.
 */
function lastOpen(text: string, isAfterBracket: boolean): number {
  let last = -1;
  let isAfter = isAfterBracket;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === OPEN_BRACKET) {
      last = index;
      isAfter = true;
      // After a bracket, a space may precede a second one that belongs to it.
    } else if (INSIDE[code] === 1 && !(isAfter && code === SPACE)) isAfter = false;
    else return NOT_THESE;
  }
  return last;
}

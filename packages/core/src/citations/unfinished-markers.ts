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
    const length = this.#text.length;
    if (length === 0 || piece.length > LONGEST_PIECE) return null;
    let last = -1;
    let isAfterBracket = this.#endsInBracket;
    // All in one loop, because it is run for every piece of a hostile text.
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index);
      if (code === OPEN_BRACKET) {
        last = index;
        isAfterBracket = true;
        // After a bracket, a space may precede a second one that belongs to it.
      } else if (INSIDE[code] === 1 && !(isAfterBracket && code === SPACE)) isAfterBracket = false;
      else return null;
    }
    if (last >= 0) {
      const isSecond = last > 0 ? piece.charCodeAt(last - 1) === OPEN_BRACKET : this.#endsInBracket;
      // Two brackets open one marker.
      this.#newest = length + last - (isSecond ? 1 : 0);
    } else if (length - this.#newest + piece.length > MOST) return null;
    this.#endsInBracket = isAfterBracket;
    this.#text += piece;
    return length + piece.length <= AT_ONCE ? '' : this.takeFailed();
  }

  /** The same for the first piece, after the read part of a marker that it leaves unfinished. */
  begin(read: string, piece: string): boolean {
    if (read.length > LONGEST_PIECE) return false;
    this.#text = read;
    this.#endsInBracket = read.charCodeAt(read.length - 1) === OPEN_BRACKET;
    const isTaken = this.add(piece) !== null && isOver(read, piece);
    if (!isTaken) this.takeAll();
    return isTaken;
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
}

/**
 * Whether the marker read so far is certain to fail, because the matcher may know more about it than its characters
 * show. A third bracket ends the first of two.
 */
function isOver(read: string, piece: string): boolean {
  const last = piece.lastIndexOf('[');
  if (last < 0 || read.charCodeAt(read.length - 1) !== OPEN_BRACKET) return last >= 0;
  return last > 0 ? piece.charCodeAt(0) !== SPACE : read === '[[';
}

/** A token of an RTF file: a brace, a control word with its number, a byte of text, or a run of plain letters. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'word'; word: string; value: number | null }
  | { kind: 'symbol'; symbol: string }
  | { kind: 'byte'; value: number }
  | { kind: 'text'; text: string };

const WORD = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const TEXT = /[^\\{}\r\n]+/y;

/** RTF is plain ASCII. `binary` has one character per byte. */
export function* rtfTokens(binary: string): Generator<RtfToken> {
  for (let at = 0; at < binary.length;) {
    const character = binary[at];
    if (character === '{' || character === '}') {
      yield { kind: character === '{' ? 'open' : 'close' };
      at += 1;
    } else if (character === '\\') {
      WORD.lastIndex = at + 1;
      const match = WORD.exec(binary);
      if (match) {
        const value = match[2] === undefined ? null : Number(match[2]);
        at = WORD.lastIndex;
        // Pictures and objects: this many bytes are not RTF.
        if (match[1] === 'bin') at += Math.max(0, value ?? 0);
        else yield { kind: 'word', word: match[1] ?? '', value };
      } else if (binary[at + 1] === "'") {
        const value = Number.parseInt(binary.slice(at + 2, at + 4), 16);
        if (Number.isInteger(value)) yield { kind: 'byte', value };
        at += 4;
      } else {
        yield { kind: 'symbol', symbol: binary[at + 1] ?? '' };
        at += 2;
      }
    } else if (character === '\r' || character === '\n') at += 1;
    else {
      TEXT.lastIndex = at;
      const text = TEXT.exec(binary)?.[0] ?? '';
      yield { kind: 'text', text };
      at += Math.max(1, text.length);
    }
  }
}

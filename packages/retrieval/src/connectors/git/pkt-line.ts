/** A line of Git's protocol: its bytes, or a marker between sections. */
export type PktLine = Uint8Array | 'flush' | 'delimiter' | 'end';

const MARKS: Record<number, PktLine> = { 0: 'flush', 1: 'delimiter', 2: 'end' };

/** Prefixes each line with its length in four hexadecimal digits. `flush` and `delimiter` are markers. */
export function writePktLines(lines: readonly string[]): string {
  return lines
    .map((line) => {
      if (line === 'flush') return '0000';
      if (line === 'delimiter') return '0001';
      return (Buffer.byteLength(line) + 5).toString(16).padStart(4, '0') + line + '\n';
    })
    .join('');
}

/** Parses lines from parts of any size. Ends early at anything that is not such a line. */
export async function* readPktLines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<PktLine> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    rest = rest.length === 0 ? Buffer.from(part) : Buffer.concat([rest, part]);
    while (rest.length >= 4) {
      const digits = rest.toString('latin1', 0, 4);
      const length = /^[0-9a-f]{4}$/iu.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
      const mark = MARKS[length];
      if (mark === undefined && !(length >= 4)) return;
      if (rest.length < length) break;
      yield mark ?? rest.subarray(4, length);
      rest = rest.subarray(Math.max(4, length));
    }
  }
}

export function lineText(line: Uint8Array): string {
  return Buffer.from(line).toString('utf8').replace(/\n$/u, '');
}

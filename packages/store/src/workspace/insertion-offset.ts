import { InvalidDescriptorParameter, InvalidDescriptorRange, type InsertPosition } from '@ibid/core/internal';

const LINE_FEED = 10;

/** The byte offset in a file at which inserted lines begin. */
export function insertionOffset(file: Buffer, position: InsertPosition): number {
  if (typeof position === 'number') return offsetOfLine(file, position);
  const marker = 'before' in position ? position.before : position.after;
  if (marker === '') throw new InvalidDescriptorParameter('The marker is empty.');
  const bytes = Buffer.from(marker);
  const at = file.indexOf(bytes);
  if (at === -1)
    throw new InvalidDescriptorParameter(`The marker ${JSON.stringify(marker)} is not in the file.`);
  if (file.indexOf(bytes, at + 1) !== -1)
    throw new InvalidDescriptorParameter(
      `The marker ${JSON.stringify(marker)} is in the file more than once. Give a longer one, or a line number.`,
    );
  if ('before' in position) return at === 0 ? 0 : file.lastIndexOf(LINE_FEED, at - 1) + 1;
  const lineFeed = file.indexOf(LINE_FEED, at + Math.max(0, bytes.length - 1));
  return lineFeed === -1 ? file.length : lineFeed + 1;
}

/** One past the last line is the end of the file. */
function offsetOfLine(file: Buffer, line: number): number {
  let offset = 0;
  for (let current = 1; current < line; current += 1) {
    if (offset >= file.length) throw new InvalidDescriptorRange({ unit: 'line', start: line, last: current });
    const lineFeed = file.indexOf(LINE_FEED, offset);
    offset = lineFeed === -1 ? file.length : lineFeed + 1;
  }
  return offset;
}

/** The old file, followed by the new content. */
export async function* appended(old: Buffer, content: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  if (old.length > 0) yield old;
  for await (const piece of content) yield Buffer.from(piece);
}

/** Puts the inserted text on its own lines, adding line ends around it where missing. */
export async function* inserted(
  old: Buffer,
  at: number,
  content: AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const lineFeed = Buffer.from('\n');
  if (at > 0) yield old.subarray(0, at);
  let last = '';
  for await (const piece of content) {
    if (piece === '') continue;
    if (last === '' && at > 0 && old[at - 1] !== 10) yield lineFeed;
    yield Buffer.from(piece);
    last = piece.at(-1) ?? last;
  }
  if (last !== '' && last !== '\n' && at < old.length) yield lineFeed;
  if (at < old.length) yield old.subarray(at);
}

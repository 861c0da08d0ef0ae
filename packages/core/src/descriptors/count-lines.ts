/** A line ends with its line feed; a rest without one is a line too; empty text has none. */
export function countLines(content: string): number {
  let lines = 0;
  let from = 0;
  for (;;) {
    const lineFeed = content.indexOf('\n', from);
    if (lineFeed === -1) break;
    lines += 1;
    from = lineFeed + 1;
  }
  return from < content.length ? lines + 1 : lines;
}

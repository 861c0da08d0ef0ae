/** Each line feed ends a line; text after the last one is a line too. Empty text has no lines. */
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

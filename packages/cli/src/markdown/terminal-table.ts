import type { Terminal } from '../terminal.js';

const RULE_CELL = /^:?-+:?$/u;

export function isTableLine(line: string): boolean {
  return /^\s*\|.*\|\s*$/u.test(line);
}

/** Aligns the columns of a table; returns other lines unchanged. */
export function terminalTable(
  lines: readonly string[],
  inline: (text: string) => string,
  terminal: Terminal,
): string {
  const rows = lines.map(cellsOf);
  if (!rows[1]?.every((cell) => RULE_CELL.test(cell)))
    return lines.map((line) => `${inline(line)}\n`).join('');
  const shown = rows.filter((_, index) => index !== 1).map((row) => row.map(inline));
  const columns = Math.max(...shown.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...shown.map((row) => shownWidth(row[column] ?? ''))),
  );
  const isRight = (rows[1] ?? []).map((cell) => /^-+:$/u.test(cell));
  const text = (row: readonly string[], paint: (cell: string) => string) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? '';
        const padding = ' '.repeat(width - shownWidth(cell));
        return isRight[column] ? padding + paint(cell) : paint(cell) + padding;
      })
      .join(terminal.dim(' │ '))
      .trimEnd();
  const rule = terminal.dim(widths.map((width) => '─'.repeat(width)).join('─┼─'));
  const [head = [], ...body] = shown;
  return [text(head, terminal.bold), rule, ...body.map((row) => text(row, String))]
    .map((line) => `${line}\n`)
    .join('');
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

// oxlint-disable-next-line no-control-regex -- colours and links take no room
const INVISIBLE = /\u001B\[[\d;]*m|\u001B\]8;;.*?\u001B\\/gu;
const ZERO = /^(?:\p{Mark}|\p{Format})/u;
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u;

/** The number of terminal columns a text takes. */
export function shownWidth(text: string): number {
  let width = 0;
  for (const character of text.replaceAll(INVISIBLE, ''))
    width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** A piece of text with its place on the page; the origin is at the bottom left. */
export interface PdfTextItem {
  str: string;
  transform: number[];
  width: number;
  height: number;
}

export interface PdfLine {
  text: string;
  x: number;
  y: number;
  right: number;
  size: number;
}

/**
 * Joins the pieces of one page to lines, in the order in which the file writes them, which keeps columns apart.
 * Wide gaps become tabs, so that rows of a table can be read.
 */
export function pdfLines(items: readonly PdfTextItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | null = null;
  for (const item of items) {
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform;
    const isBlank = item.str.trim() === '';
    if (isBlank) continue;
    const size = Math.hypot(a, b) || item.height || 10;
    const sameLine =
      line !== null && Math.abs(line.y - y) < 0.45 * Math.max(size, line.size) && x >= line.right - size * 2;
    if (line && sameLine) {
      line.text += separator(line, x, size, item.str) + item.str;
      line.right = x + item.width;
      line.size = Math.max(line.size, size);
    } else {
      line = { text: item.str, x, y, right: x + item.width, size };
      lines.push(line);
    }
  }
  for (const each of lines) each.text = each.text.replace(/ *\t */g, '\t').trim();
  return lines;
}

function separator(line: PdfLine, x: number, size: number, next: string): string {
  const gap = x - line.right;
  if (gap > size * 0.6 && line.text.length > 1) return '\t';
  if (gap > size * 0.12 && !line.text.endsWith(' ') && !next.startsWith(' ')) return ' ';
  return '';
}

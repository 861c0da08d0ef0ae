/** A piece of text with its position on the page. The origin is at the bottom left. */
export interface PdfTextItem {
  str: string;
  transform: number[];
  width: number;
  height: number;
}

/** Text in a line between gaps wider than a space. */
export interface PdfPiece {
  text: string;
  x: number;
  right: number;
  /** The gap before it is wider than any gap between words. */
  isApart: boolean;
}

export interface PdfLine {
  text: string;
  pieces: PdfPiece[];
  x: number;
  y: number;
  right: number;
  size: number;
}

/**
 * Joins the pieces of a page to lines in file order, which keeps columns apart. Wide gaps become tabs, so table rows
 * stay readable.
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
      const between = separator(line, x, size, item.str);
      line.text += between + item.str;
      addPiece(line.pieces, { text: item.str, x, right: x + item.width, isApart: between === '\t' }, between);
      line.right = x + item.width;
      line.size = Math.max(line.size, size);
    } else {
      const right = x + item.width;
      const pieces = [{ text: item.str, x, right, isApart: false }];
      line = { text: item.str, pieces, x, y, right, size };
      lines.push(line);
    }
  }
  for (const each of lines) each.text = each.text.replace(/(?<! ) *\t */g, '\t').trim();
  return lines;
}

function addPiece(pieces: PdfPiece[], piece: PdfPiece, between: string): void {
  const last = pieces.at(-1);
  if (between !== '' || !last) pieces.push(piece);
  else {
    last.text += piece.text;
    last.right = piece.right;
  }
}

function separator(line: PdfLine, x: number, size: number, next: string): string {
  const gap = x - line.right;
  if (gap > size * 0.6 && line.text.length > 1) return '\t';
  if (gap > size * 0.12 && !line.text.endsWith(' ') && !next.startsWith(' ')) return ' ';
  return '';
}

import type { Terminal } from '../terminal.js';
import { renderInline } from './render-inline.js';
import { isTableLine, terminalTable } from './terminal-table.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/u;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/u;
/** A complete rule, or the beginning of one. */
const MAY_BE_RULE = /^ {0,3}(?:[-\s]*|[*\s]*|[_\s]*)$/u;
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9}[.)]))\s+/u;
const QUOTE = /^ {0,3}((?:>\s?)+)/u;
/** The beginning of a line that may still become a mark, or a form that is shown as a whole. */
const UNDECIDED = /^\s*(?:[#>|`~*+_-]|\d{1,9}(?:[.)]\s*)?$|$)/u;
const MOST_TABLE_LINES = 200;

/**
 * Displays a Markdown answer as it streams: text at once, word by word; headings, fences and rules when their line is
 * complete; tables when they end, since their column widths are known only then. Nothing is drawn twice.
 */
export class MarkdownPrinter {
  readonly #terminal: Terminal;
  readonly #write: (text: string) => void;
  readonly #citation: (marker: string, numbers: readonly number[]) => string;
  /** The part of the current line not shown yet. */
  #line = '';
  /** The mark of the current line has been shown: the rest of it is text. */
  #isInText = false;
  /** The last text shown of the line: it decides whether `_` opens anything. */
  #before = '';
  #fence: string | null = null;
  #table: string[] = [];

  constructor(options: {
    terminal: Terminal;
    write: (text: string) => void;
    citation: (marker: string, numbers: readonly number[]) => string;
  }) {
    this.#terminal = options.terminal;
    this.#write = options.write;
    this.#citation = options.citation;
  }

  push(text: string): void {
    const lines = text.split('\n');
    for (const [index, part] of lines.entries()) {
      this.#line += part;
      if (index < lines.length - 1) this.#endLine();
    }
    this.#showEarly();
  }

  /** Shows everything held back. */
  end(): void {
    if (this.#line !== '' || this.#isInText) this.#endLine();
    this.#endTable();
    this.#fence = null;
  }

  /** Shows what is certain of an incomplete line. */
  #showEarly(): void {
    if (this.#fence !== null || this.#table.length > 0 || this.#line === '') return;
    if (!this.#isInText) {
      if (MAY_BE_RULE.test(this.#line)) return;
      const mark = this.#markOf(this.#line);
      if (mark === null) return;
      this.#write(mark.shown);
      this.#line = this.#line.slice(mark.length);
      this.#isInText = true;
    }
    this.#showText(true);
  }

  #showText(isOpen: boolean): void {
    const { shown, taken } = renderInline(this.#line, {
      terminal: this.#terminal,
      citation: this.#citation,
      isOpen,
      before: this.#before,
    });
    this.#write(shown);
    this.#before = this.#line[taken - 1] ?? this.#before;
    this.#line = this.#line.slice(taken);
  }

  /** The mark before the text of a line; null if it is too early to tell. */
  #markOf(line: string): { shown: string; length: number } | null {
    const item = ITEM.exec(line);
    if (item && line.length > item[0].length && !RULE.test(line)) {
      const bullet = item[2] ? '•' : (item[3] ?? '');
      return { shown: `${item[1]}${this.#terminal.bold(bullet)} `, length: item[0].length };
    }
    const quote = QUOTE.exec(line);
    if (quote && line.length > quote[0].length)
      return {
        shown: this.#terminal.dim('│ '.repeat((quote[1] ?? '').split('>').length - 1)),
        length: quote[0].length,
      };
    // Emphasis at the beginning of a line is not a mark.
    const isEmphasis = /^\s*(?:\*{1,2}[^\s*]|_{1,2}[^\s_]|`{1,2}[^`])/u.test(line);
    return UNDECIDED.test(line) && !isEmphasis ? null : { shown: '', length: 0 };
  }

  #endLine(): void {
    const line = this.#line;
    if (this.#isInText) {
      this.#showText(false);
      this.#write('\n');
    } else if (this.#fence === null && isTableLine(line) && this.#table.length < MOST_TABLE_LINES) {
      this.#table.push(line);
    } else {
      this.#endTable();
      this.#showLine(line);
    }
    this.#line = '';
    this.#before = '';
    this.#isInText = false;
  }

  #showLine(line: string): void {
    const { dim, bold, green, columns } = this.#terminal;
    const fence = FENCE.exec(line)?.[1] ?? null;
    if (this.#fence !== null) {
      const closes = fence !== null && fence[0] === this.#fence[0] && fence.length >= this.#fence.length;
      if (closes) this.#fence = null;
      this.#write(`${closes ? dim(line) : green(line)}\n`);
      return;
    }
    if (fence !== null) {
      this.#fence = fence;
      this.#write(`${dim(line)}\n`);
      return;
    }
    const heading = HEADING.exec(line);
    if (heading) {
      this.#write(`${bold(this.#inline(heading[2] ?? ''))}\n`);
      return;
    }
    if (RULE.test(line)) {
      this.#write(`${dim('─'.repeat(Math.min(columns, 40)))}\n`);
      return;
    }
    const mark = this.#markOf(line) ?? { shown: '', length: 0 };
    this.#write(`${mark.shown}${this.#inline(line.slice(mark.length))}\n`);
  }

  #endTable(): void {
    if (this.#table.length === 0) return;
    const lines = this.#table;
    this.#table = [];
    this.#write(terminalTable(lines, (text) => this.#inline(text), this.#terminal));
  }

  #inline(text: string): string {
    const options = { terminal: this.#terminal, citation: this.#citation, isOpen: false };
    return renderInline(text, options).shown;
  }
}

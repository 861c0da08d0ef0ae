import type { JsonValue } from '@ibid/core';
import { DocumentBuilder } from './document-builder.js';
import { fillMerged } from './merged-cells.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { decodePage, pageOfCharset } from './rtf-code-pages.js';
import { RtfMerges } from './rtf-merges.js';
import { rtfTokens } from './rtf-tokens.js';
import { titleFromName } from './title-from-name.js';
import { bytesToBinary } from './transfer-encoding.js';

const DEEPEST = 1_000;
/** Groups without text of the document. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator pict object objdata themedata colorschememapping latentstyles datastore xmlnstbl header headerl headerr headerf footer footerl footerr footerf filetbl revtbl bkmkstart bkmkend fldinst pgptbl mmathPr nonshppict'.split(
    ' ',
  ),
);
const SIGNS: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
};

/** State that a group inherits from its parent. */
interface State {
  /** Where text goes. Null: into the document. */
  into: 'nowhere' | 'fonts' | 'styles' | 'info' | 'title' | 'author' | null;
  page: number;
  /** Number of fallback characters after a Unicode character. */
  skip: number;
}

/** Rich Text Format: paragraphs, headings by style or level, and tables. Formatting is dropped. */
export function parseRtf(input: ParseInput): ParsedDocument {
  const reader = new RtfReader(new DocumentBuilder(input.limits));
  reader.read(bytesToBinary(input.bytes));
  const { title, author } = reader.info;
  const metadata: Record<string, JsonValue> = author ? { author: author.slice(0, 500) } : {};
  return reader.builder.finish({
    title: title || reader.firstHeading || titleFromName(input.name),
    mediaType: 'application/rtf',
    metadata,
  });
}

class RtfReader {
  readonly builder: DocumentBuilder;
  readonly info = { title: '', author: '' };
  firstHeading = '';
  #state: State = { into: null, page: 1252, skip: 1 };
  readonly #stack: State[] = [];
  readonly #fontPages = new Map<number, number>();
  readonly #headingStyles = new Map<number, number>();
  #font = 0;
  #style: number | null = null;
  #styleName = '';
  #level: number | null = null;
  #bytes: number[] = [];
  #skipLeft = 0;
  #mayBeDestination = false;
  #isOptional = false;
  #line = '';
  #cells: string[] = [];
  #rows: string[][] = [];
  readonly #merged = new RtfMerges();
  #inTable = false;

  constructor(builder: DocumentBuilder) {
    this.builder = builder;
  }

  read(binary: string): void {
    for (const token of rtfTokens(binary)) {
      if (token.kind === 'byte') {
        if (this.#skipLeft > 0) this.#skipLeft -= 1;
        else if (this.#state.into !== 'nowhere') this.#bytes.push(token.value);
        continue;
      }
      this.#flushBytes();
      if (token.kind === 'open') this.#open();
      else if (token.kind === 'close') this.#close();
      else if (token.kind === 'text') this.#text(this.#afterSkip(token.text));
      else if (token.kind === 'symbol') this.#symbol(token.symbol);
      else this.#word(token.word, token.value);
    }
    this.#flushBytes();
    this.#paragraph();
    this.#endTable();
  }

  #open(): void {
    if (this.#stack.length >= DEEPEST) throw new ParseError('damaged', 'Its groups are nested too deeply.');
    this.#stack.push({ ...this.#state });
    this.#mayBeDestination = true;
    this.#isOptional = false;
    this.#skipLeft = 0;
  }

  #close(): void {
    if (this.#state.into === 'styles') this.#endStyle();
    this.#state = this.#stack.pop() ?? this.#state;
    this.#mayBeDestination = false;
    this.#skipLeft = 0;
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#isOptional = true;
    else if (symbol === '~') this.#text('\u00a0');
    else if (symbol === '_') this.#text('-');
    else if (symbol === '\n' || symbol === '\r') this.#word('par', null);
    else if (symbol === '\\' || symbol === '{' || symbol === '}') this.#text(this.#afterSkip(symbol));
  }

  #word(word: string, value: number | null): void {
    const isFirst = this.#mayBeDestination;
    this.#mayBeDestination = false;
    if (isFirst && this.#enters(word)) return;
    const state = this.#state;
    if (state.into === 'fonts') {
      if (word === 'f') this.#font = value ?? 0;
      if (word === 'fcharset') {
        const page = pageOfCharset(value ?? 0);
        if (page !== null) this.#fontPages.set(this.#font, page);
      }
    } else if (state.into === 'styles') {
      if (word === 's') this.#style = value;
    } else if (word === 'u') this.#unicode(value ?? 0);
    else if (word === 'uc') state.skip = Math.min(Math.max(value ?? 1, 0), 16);
    else if (word === 'ansicpg') state.page = value ?? 1252;
    else if (word === 'f') state.page = this.#fontPages.get(value ?? 0) ?? this.#stack[0]?.page ?? state.page;
    else if (SIGNS[word]) this.#text(SIGNS[word]);
    else if (state.into === null) this.#layout(word, value);
  }

  /** Whether a group's first word redirects its text. */
  #enters(word: string): boolean {
    const state = this.#state;
    if (state.into === 'nowhere') return true;
    if (word === 'fonttbl') state.into = 'fonts';
    else if (word === 'stylesheet') state.into = 'styles';
    else if (word === 'title' || word === 'author') state.into = word;
    else if (word === 'info') state.into = 'info';
    else if (SKIPPED.has(word) || (this.#isOptional && word !== 'shptxt')) state.into = 'nowhere';
    else return false;
    return true;
  }

  #layout(word: string, value: number | null): void {
    if (word === 'par' || word === 'sect' || word === 'page') this.#paragraph();
    else if (word === 'pard') {
      this.#level = null;
      this.#inTable = false;
    } else if (word === 's') this.#level = this.#headingStyles.get(value ?? 0) ?? this.#level;
    else if (word === 'outlinelevel') this.#level = value !== null && value < 9 ? value + 1 : null;
    else if (word === 'intbl') this.#inTable = true;
    else if (this.#merged.take(word)) return;
    else if (word === 'cell') {
      this.#cells.push(this.#line.trim());
      this.#line = '';
    } else if (word === 'row') this.#endRow();
  }

  #unicode(value: number): void {
    this.#text(String.fromCharCode(value < 0 ? value + 65_536 : value));
    this.#skipLeft = this.#state.skip;
  }

  #afterSkip(text: string): string {
    const left = Math.min(this.#skipLeft, text.length);
    this.#skipLeft -= left;
    return text.slice(left);
  }

  #text(text: string): void {
    const { into } = this.#state;
    this.#mayBeDestination = false;
    if (into === null) this.#line += text;
    else if (into === 'styles') this.#styleName += text;
    else if (into === 'title' || into === 'author') this.info[into] += text;
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = this.#bytes;
    this.#bytes = [];
    this.#text(decodePage(bytes, this.#state.page));
  }

  #endStyle(): void {
    const level = /^\s*heading (\d)/iu.exec(this.#styleName)?.[1];
    if (level !== undefined && this.#style !== null) this.#headingStyles.set(this.#style, Number(level));
    this.#styleName = '';
    this.#style = null;
  }

  #paragraph(): void {
    const line = this.#line;
    this.#line = '';
    if (this.#inTable) {
      // A line inside a cell.
      if (line.trim() !== '') this.#line = `${line} `;
      return;
    }
    this.#endTable();
    if (line.trim() === '') return;
    if (this.#level === null) this.builder.paragraph(line);
    else {
      this.firstHeading ||= line.trim();
      this.builder.heading(this.#level, line);
    }
  }

  #endRow(): void {
    if (this.#cells.length > 0) {
      this.#merged.endRow(this.#rows.length);
      this.#rows.push(this.#cells);
    }
    this.#cells = [];
  }

  #endTable(): void {
    this.#endRow();
    const merges = this.#merged.endTable();
    if (this.#rows.length > 0) this.builder.table(fillMerged(this.#rows, merges));
    this.#rows = [];
  }
}

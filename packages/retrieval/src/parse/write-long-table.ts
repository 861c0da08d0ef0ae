import type { DocumentBuilder } from './document-builder.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import { renderRow, ruleOf } from './render-table.js';
import { sheetHead } from './sheet-tables.js';
import { TablePacker } from './table-part.js';
import { writeSheet } from './write-sheet.js';

type Rows = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/** Share of the remaining room for the text of a table that does not fit, so the next tables get some too. */
const SHARE_OF_ROOM = 0.1;

/** Always kept in memory, to find the header among them. */
const ROWS_FOR_HEADER = 60;

export interface LongTable {
  /** Rows in the text, and in all, without the header. */
  searchable: number;
  rows: number;
}

/**
 * KB-12: writes a table that is streamed row by row. One that fits goes into the text. Of a longer one, the first rows
 * do, and the others go to `onRows` as they arrive, so a million rows need no more memory than a few thousand. Null if
 * the whole table is in the text.
 */
export async function writeLongTable(options: {
  builder: DocumentBuilder;
  rows: Rows;
  input: Pick<ParseInput, 'limits' | 'onRows'>;
}): Promise<LongTable | null> {
  const { builder, rows, input } = options;
  const { onRows } = input;
  const room = builder.room;
  const gathered: (readonly string[])[] = [];
  let rest: Rest | null = null;
  let characters = 0;
  for await (const row of rows) {
    if (rest) {
      rest.add(row);
      continue;
    }
    gathered.push(row);
    for (const cell of row) characters += cell.length + 3;
    if (characters <= room || onRows === null || gathered.length < ROWS_FOR_HEADER) continue;
    rest = new Rest({ builder, onRows, most: input.limits.maxTableCharacters });
    rest.begin(gathered.splice(0));
  }
  if (!rest && characters > room && onRows !== null) {
    rest = new Rest({ builder, onRows, most: input.limits.maxTableCharacters });
    rest.begin(gathered);
  }
  if (rest) return rest.finish();
  writeSheet(gathered, builder);
  return null;
}

class Rest {
  readonly #builder: DocumentBuilder;
  readonly #packer: TablePacker;
  readonly #most: number;
  #room: number;
  #characters = 0;
  /** Lines for the document's text; null once written. */
  #lines: string[] | null = [];
  #searchable = 0;

  constructor(options: {
    builder: DocumentBuilder;
    onRows: NonNullable<ParseInput['onRows']>;
    most: number;
  }) {
    this.#builder = options.builder;
    this.#most = options.most;
    this.#room = Math.floor(options.builder.room * SHARE_OF_ROOM);
    this.#packer = new TablePacker({ table: options.builder.tables, onPart: options.onRows });
  }

  begin(first: readonly (readonly string[])[]): void {
    const { titles, rows } = sheetHead(first);
    this.#builder.paragraph(titles.join('\n'));
    for (const row of rows) this.add(row);
  }

  add(row: readonly string[]): void {
    const line = renderRow(row);
    if (line === '') return;
    this.#characters += line.length + 1;
    if (this.#characters > this.#most)
      throw new ParseError(
        'too_large',
        `Its tables have more than ${this.#most.toLocaleString('en')} characters. Split the file.`,
      );
    if (!this.#lines) return this.#packer.add(line);
    // The header, its rule and one row are always kept.
    if (this.#lines.length > 2 && this.#characters > this.#room) {
      this.#write();
      return this.#packer.add(line);
    }
    this.#lines.push(line);
    if (this.#lines.length === 1) this.#lines.push(ruleOf(row.length));
  }

  finish(): LongTable {
    this.#write();
    this.#packer.finish();
    return { searchable: this.#searchable, rows: this.#searchable + this.#packer.rows };
  }

  #write(): void {
    if (!this.#lines) return;
    this.#builder.tableLines(this.#lines);
    this.#searchable = this.#lines.length - 2;
    this.#lines = null;
  }
}

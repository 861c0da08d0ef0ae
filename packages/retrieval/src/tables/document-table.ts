/** The kind of value in nearly all cells of a column. */
type ColumnKind = 'number' | 'date' | 'text';

export interface TableColumn {
  /** Unique within the table. */
  name: string;
  kind: ColumnKind;
  /** Units written with the values, such as "kg" or "$"; several if cells differ. */
  units: string[];
  /** Whether a comma in this column is a decimal comma. */
  isCommaDecimal: boolean;
}

export interface TableRow {
  /** As written, one per column. */
  cells: string[];
  /** A total or subtotal of other rows. Calculations leave it out. */
  isTotal: boolean;
  /** Position in the document's text. Absent for rows of a JSON file and rows that are not in the text. */
  span?: { start: number; end: number };
}

/** KB-12: a table in a document's stored text, with its header found and its columns typed. */
export interface DocumentTable {
  /** The heading above it, such as the name of a sheet; empty if there is none. */
  name: string;
  columns: TableColumn[];
  rows: TableRow[];
  /** Further rows, too many to keep in memory. */
  rest?: TableRest;
}

/** KB-12: the rows of a long table that are stored in parts and read again by each query. */
export interface TableRest {
  /** Index of the table in the document's text that these rows continue. */
  place: number;
  rows: number;
  /** How many of them are totals. */
  totals: number;
  /** Distinct values of each text column, if there are few. */
  values: ReadonlyMap<number, ReadonlySet<string>>;
  read(): AsyncIterable<TableRow[]>;
}

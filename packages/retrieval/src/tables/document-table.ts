/** What a column holds, as far as nearly all of its cells agree on it. */
type ColumnKind = 'number' | 'date' | 'text';

export interface TableColumn {
  /** Unique within the table. */
  name: string;
  kind: ColumnKind;
  /** Written with the values, e.g. "kg" or "$"; more than one where the cells do not agree. */
  units: string[];
  /** How a comma in a number of this column is to be read. */
  isCommaDecimal: boolean;
}

export interface TableRow {
  /** As written, one for each column. */
  cells: string[];
  /** A total or subtotal of other rows: no calculation counts it a second time. */
  isTotal: boolean;
  /** Where it is in the text of the document; absent for rows of a JSON file, or without a place in the text. */
  span?: { start: number; end: number };
}

/** KB-12: a table of a document's stored text, with its header found and its columns typed. */
export interface DocumentTable {
  /** The heading it is under, e.g. the name of a sheet; empty where there is none. */
  name: string;
  columns: TableColumn[];
  rows: TableRow[];
  /** Rows that come after these and are too many to be held. */
  rest?: TableRest;
}

/** KB-12: rows of a long table, which are stored in parts and read again by each query. */
export interface TableRest {
  /** Which table of the document's text it continues with. */
  place: number;
  rows: number;
  /** How many of them are totals. */
  totals: number;
  /** Different values of each text column, as far as they are few. */
  values: ReadonlyMap<number, ReadonlySet<string>>;
  read(): AsyncIterable<TableRow[]>;
}

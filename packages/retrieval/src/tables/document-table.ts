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
  /** Where the row stands in the document's text. */
  span: { start: number; end: number };
  /** A total or subtotal of other rows: no calculation counts it a second time. */
  isTotal: boolean;
}

/** KB-12: a table of a document's stored text, with its header found and its columns typed. */
export interface DocumentTable {
  /** The heading it stands under, e.g. the name of a sheet; empty where there is none. */
  name: string;
  columns: TableColumn[];
  header: { start: number; end: number };
  rows: TableRow[];
}

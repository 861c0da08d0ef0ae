/** KB-9: how pages are read from their pictures. */
export interface OcrSettings {
  /** Codes of Tesseract, such as `eng` and `deu`; null: all that are installed. */
  languages: readonly string[] | null;
  /** Where language data of one's own lies: `deu.traineddata` or `deu.traineddata.gz`. */
  folder: string | null;
}

/** Keeps pages that were read, by the hash of the file they are of, so that none is read twice. */
export interface OcrPages {
  /** As `packOcrPage` made them. */
  find(contentHash: string): Promise<Map<number, Uint8Array>>;
  keep(contentHash: string, page: number, packed: Uint8Array): Promise<void>;
}

/** Bounds for one file. Every one of them ends in an error that names it, never in a silent cut. */
export interface ParseLimits {
  /** Of the file as it came. */
  maxBytes: number;
  /** Of everything unpacked from an archive format, together. */
  maxUnpackedBytes: number;
  /** Unpacked to packed size of one entry; only looked at beyond 8 MiB, since plain XML packs well. */
  maxUnpackedRatio: number;
  maxArchiveEntries: number;
  /** Of the sheets of a file that are read row by row, as XML: they are never all in memory. */
  maxSheetBytes: number;
  /** Of the text that came out. */
  maxCharacters: number;
  /** KB-12: of one table, with the rows that are in no text but can be queried. */
  maxTableCharacters: number;
  maxPages: number;
  /** By the clock, without half a second of computing: for one that waits. */
  timeMilliseconds: number;
  /** Of computing, by all threads of the process that reads. */
  cpuMilliseconds: number;
  /** Of the whole process that reads, buffers included. */
  memoryMegabytes: number;
}

/** How large a document may be and become before it is refused. */
export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  maxBytes: 100 * 2 ** 20,
  maxUnpackedBytes: 300 * 2 ** 20,
  maxUnpackedRatio: 150,
  maxArchiveEntries: 20_000,
  maxSheetBytes: 2 * 2 ** 30,
  maxCharacters: 20_000_000,
  maxTableCharacters: 400_000_000,
  maxPages: 20_000,
  timeMilliseconds: 120_000,
  cpuMilliseconds: 30_000,
  memoryMegabytes: 512,
};

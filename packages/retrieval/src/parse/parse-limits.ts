/** Limits for one file. Exceeding any of them is an error that names it, never a silent cut. */
export interface ParseLimits {
  /** Size of the file as received. */
  maxBytes: number;
  /** Total size of everything unpacked from an archive. */
  maxUnpackedBytes: number;
  /** Ratio of unpacked to packed size of one entry. Only checked beyond 8 MiB, because plain XML compresses well. */
  maxUnpackedRatio: number;
  maxArchiveEntries: number;
  /** XML of sheets that are streamed row by row. They are never completely in memory. */
  maxSheetBytes: number;
  /** Length of the resulting text. */
  maxCharacters: number;
  /** KB-12: for one table, including rows that are not in the text but can be queried. */
  maxTableCharacters: number;
  maxPages: number;
  /** Wall-clock time without half a second of CPU use, for a reader that is stuck waiting. */
  timeMilliseconds: number;
  /** CPU time of all threads of the reader process. */
  cpuMilliseconds: number;
  /** Total memory of the reader process, including buffers. */
  memoryMegabytes: number;
}

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

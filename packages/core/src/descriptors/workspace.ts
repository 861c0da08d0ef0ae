/**
 * Where `insert` puts the text: before a line (from 1; one past the last: at the end), or around a marker's line.
 */
export type InsertPosition = number | { before: string } | { after: string };

/** A file that the model wrote for the person. */
export interface WorkspaceFile {
  /** Relative to the workspace, with `/` between folders. */
  path: string;
  bytes: number;
  /** ISO 8601. */
  modifiedAt: string;
}

/** What is to be written where, and what may be there already. */
export interface WorkspaceWrite {
  path: string;
  /** In pieces, so that nobody has to hold a large text. */
  content: AsyncIterable<string>;
  mode: 'write' | 'append' | 'insert';
  /** For `insert` only. */
  position?: InsertPosition;
  /** Whether a file that does not exist may be made. */
  create: boolean;
  /** Whether a file that exists may be changed. */
  existOk: boolean;
}

/**
 * FD-6: port to the files of one conversation. Every path is relative to it and stays inside; errors are
 * `DescriptorError`s. A write replaces the file as a whole: a crash leaves the old one or the new one.
 */
export interface Workspace {
  write(options: WorkspaceWrite): Promise<WorkspaceFile & { created: boolean }>;
  list(): Promise<WorkspaceFile[]>;
  /** Throws `WorkspaceFileMissing`. */
  read(path: string): Promise<Uint8Array>;
  remove(path: string): Promise<void>;
}

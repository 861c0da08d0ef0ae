/**
 * Where `insert` puts the text: before a line (from 1; one past the last appends), or before or after the line of a
 * marker.
 */
export type InsertPosition = number | { before: string } | { after: string };

/** A file that the model wrote for the user. */
export interface WorkspaceFile {
  /** Relative to the workspace, with `/` as the separator. */
  path: string;
  bytes: number;
  /** ISO 8601. */
  modifiedAt: string;
}

/** What to write where, and how to treat an existing file. */
export interface WorkspaceWrite {
  path: string;
  /** In pieces, so a large text need not be held whole. */
  content: AsyncIterable<string>;
  mode: 'write' | 'append' | 'insert';
  /** For `insert` only. */
  position?: InsertPosition;
  /** Whether a missing file may be created. */
  create: boolean;
  /** Whether an existing file may be changed. */
  existOk: boolean;
}

/**
 * FD-6: port to the files of one conversation. All paths are relative to it and stay inside. Errors are
 * `DescriptorError`s. Writes are atomic: a crash leaves either the old file or the new one.
 */
export interface Workspace {
  write(options: WorkspaceWrite): Promise<WorkspaceFile & { created: boolean }>;
  list(): Promise<WorkspaceFile[]>;
  /** Throws `WorkspaceFileMissing`. */
  read(path: string): Promise<Uint8Array>;
  remove(path: string): Promise<void>;
}

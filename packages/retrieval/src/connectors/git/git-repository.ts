import type { GitObject } from './git-object.js';

/** Read-only access to a repository, local or remote. */
export interface GitRepository {
  /** The commit at the tip of a branch; null for the repository's default branch. */
  tipOf(branch: string | null): Promise<{ commit: string; branch: string }>;
  /** Makes a commit and all its trees readable. False if the repository no longer has it. */
  prepare(commit: string): Promise<boolean>;
  /** `expect`: other objects that will be requested soon. Null if it is missing; throws `too-large`. */
  read(id: string, options: { maxBytes: number; expect?: readonly string[] }): Promise<GitObject | null>;
  close(): Promise<void>;
}

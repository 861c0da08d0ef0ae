import type { GitObject } from './git-object.js';

/** A repository that is read and never changed, wherever it is. */
export interface GitRepository {
  /** The commit at the tip of a branch; null for that which the repository itself prefers. */
  tipOf(branch: string | null): Promise<{ commit: string; branch: string }>;
  /** Makes a commit with all its trees readable. False where the repository no longer has it. */
  prepare(commit: string): Promise<boolean>;
  /** `expect`: others that will be asked for soon. Null where it is missing; throws `too-large`. */
  read(id: string, options: { maxBytes: number; expect?: readonly string[] }): Promise<GitObject | null>;
  close(): Promise<void>;
}

import type { DescriptorSettings } from '../descriptor-settings.js';
import type { DescriptorStore } from '../descriptor-store.js';
import type { Workspace } from '../workspace.js';

/** What the descriptor tools work on. */
export interface DescriptorToolOptions {
  /** Bound to the conversation and the branch of this turn. */
  store: DescriptorStore;
  /** Null: there is no place for files, and `fd_to_file` is not offered. */
  workspace: Workspace | null;
  settings?: Partial<DescriptorSettings>;
  /** The message that what these tools make belongs to: the answer being written (FD-7). */
  messageId?: string;
  /** For pages by tokens. Default: by the tokenizer that is the default everywhere. */
  countTokens?: (text: string) => number;
  /** The name of what `countTokens` counts: pages that were found with it are then kept with the content. */
  tokenizer?: string;
}

/** The same with every setting known. */
export interface ResolvedToolOptions extends Omit<DescriptorToolOptions, 'settings'> {
  settings: DescriptorSettings;
}

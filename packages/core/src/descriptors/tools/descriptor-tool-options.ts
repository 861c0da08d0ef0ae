import type { DescriptorSettings } from '../descriptor-settings.js';
import type { DescriptorStore } from '../descriptor-store.js';
import type { Workspace } from '../workspace.js';

/** What the descriptor tools work on. */
export interface DescriptorToolOptions {
  /** Bound to the conversation and the branch of this turn. */
  store: DescriptorStore;
  /** Null: there is no workspace, and `fd_to_file` is not offered. */
  workspace: Workspace | null;
  settings?: Partial<DescriptorSettings>;
  /** The message that owns what these tools create: the answer being written (FD-7). */
  messageId?: string;
  /** For pages by tokens. Default: the default tokenizer. */
  countTokens?: (text: string) => number;
  /** Name of the tokenizer behind `countTokens`. If given, page positions are cached with the content. */
  tokenizer?: string;
}

/** The same with all settings resolved. */
export interface ResolvedToolOptions extends Omit<DescriptorToolOptions, 'settings'> {
  settings: DescriptorSettings;
}

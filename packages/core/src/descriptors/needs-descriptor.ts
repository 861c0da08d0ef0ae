import { countTokens } from '../tokens/count-tokens.js';
import { defaultDescriptorSettings, type DescriptorSettings } from './descriptor-settings.js';

/** Text with more characters per token is mostly blank, so megabytes of it need no counting. */
const MOST_CHARACTERS_PER_TOKEN = 32;
/** A token is at least one byte, and a UTF-16 code unit is at most three. */
const MOST_TOKENS_PER_CHARACTER = 3;

/**
 * FD-1: whether a text is shown as a preview with a handle instead of in full. Pages of a descriptor never are: they
 * have their own limit, and wrapping them again would hide what was just requested.
 */
export function needsDescriptor(options: {
  text: string;
  kind: 'tool-result' | 'user-input';
  isDescriptorPage?: boolean;
  /** As `descriptorSettingsFor` returns them for the window. */
  settings?: Pick<DescriptorSettings, 'toolResultTokens' | 'userInputTokens'>;
  /** Default: the default tokenizer. */
  countTokens?: (text: string) => number;
}): boolean {
  if (options.isDescriptorPage) return false;
  const settings = options.settings ?? defaultDescriptorSettings;
  const limit = options.kind === 'tool-result' ? settings.toolResultTokens : settings.userInputTokens;
  const { text, countTokens: count = countTokens } = options;
  if (text.length * MOST_TOKENS_PER_CHARACTER <= limit) return false;
  return text.length > limit * MOST_CHARACTERS_PER_TOKEN || count(text) > limit;
}

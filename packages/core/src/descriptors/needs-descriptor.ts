import { countTokens } from '../tokens/count-tokens.js';
import { defaultDescriptorSettings, type DescriptorSettings } from './descriptor-settings.js';

/** A text with more characters a token than this is mostly blank; counting megabytes of it would tell nothing new. */
const MOST_CHARACTERS_PER_TOKEN = 32;
/** A token is at least a byte, and a character of UTF-16 is at most three. */
const MOST_TOKENS_PER_CHARACTER = 3;

/**
 * FD-1: whether a text is shown as a preview with a handle instead of in full. Pages of a descriptor never are:
 * they are within their own limit already, and wrapping them again would hide what was just asked for.
 */
export function needsDescriptor(options: {
  text: string;
  kind: 'tool-result' | 'user-input';
  isDescriptorPage?: boolean;
  /** As `descriptorSettingsFor` the window gives them. */
  settings?: Pick<DescriptorSettings, 'toolResultTokens' | 'userInputTokens'>;
  /** Default: the tokenizer that is the default everywhere. */
  countTokens?: (text: string) => number;
}): boolean {
  if (options.isDescriptorPage) return false;
  const settings = options.settings ?? defaultDescriptorSettings;
  const limit = options.kind === 'tool-result' ? settings.toolResultTokens : settings.userInputTokens;
  const { text, countTokens: count = countTokens } = options;
  if (text.length * MOST_TOKENS_PER_CHARACTER <= limit) return false;
  return text.length > limit * MOST_CHARACTERS_PER_TOKEN || count(text) > limit;
}

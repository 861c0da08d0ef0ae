import { defaultDescriptorSettings, type DescriptorSettings } from './descriptor-settings.js';

/**
 * FD-1: whether a text is shown as a preview with a handle instead of in full. Pages of a descriptor never are:
 * they are within their own limit already, and wrapping them again would hide what was just asked for.
 *
 * ```ts
 * import { needsDescriptor } from '@ibid/core';
 *
 * console.log(needsDescriptor({ text: 'x'.repeat(9_000), kind: 'tool-result' })); // true
 * ```
 */
export function needsDescriptor(options: {
  text: string;
  kind: 'tool-result' | 'user-input';
  isDescriptorPage?: boolean;
  settings?: Pick<DescriptorSettings, 'toolResultCharacters' | 'userInputCharacters'>;
}): boolean {
  if (options.isDescriptorPage) return false;
  const settings = options.settings ?? defaultDescriptorSettings;
  const limit = options.kind === 'tool-result' ? settings.toolResultCharacters : settings.userInputCharacters;
  return options.text.length > limit;
}

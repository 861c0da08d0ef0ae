/**
 * FD-1: from which size things get a handle, and how much of them the model is shown at once.
 *
 * ```ts
 * import type { DescriptorSettings } from '@ibid/core';
 *
 * const settings: Partial<DescriptorSettings> = { toolResultCharacters: 4_000, quotaBytes: 8 * 1024 * 1024 };
 * ```
 */
export interface DescriptorSettings {
  /** Tool results over this many characters are shown as a preview with a handle. */
  toolResultCharacters: number;
  /** The same for what the person wrote. */
  userInputCharacters: number;
  /** Most characters of one page. */
  pageCharacters: number;
  /** Characters of a preview. */
  previewCharacters: number;
  /** Most characters that one call of a descriptor tool gives back; what is over it is read with the next call. */
  resultCharacters: number;
  /** Matches that one search gives back. */
  searchMatches: number;
  /** Lines shown before and after each match. */
  searchContextLines: number;
  /** In the model's own past answers, a reference longer than this is shortened to its handle. */
  historyReferenceCharacters: number;
  /** UTF-8 bytes that one conversation may store (FD-7). */
  quotaBytes: number;
}

/**
 * From which length on texts get a handle, and how much of them is shown (FD-1).
 *
 * ```ts
 * import { defaultDescriptorSettings } from '@ibid/core';
 *
 * const settings = { ...defaultDescriptorSettings, toolResultCharacters: 4_000 };
 * console.log(settings.pageCharacters);
 * ```
 */
export const defaultDescriptorSettings: DescriptorSettings = {
  toolResultCharacters: 8_000,
  userInputCharacters: 8_000,
  pageCharacters: 8_000,
  previewCharacters: 2_000,
  resultCharacters: 32_000,
  searchMatches: 40,
  searchContextLines: 2,
  historyReferenceCharacters: 2_000,
  quotaBytes: 64 * 1024 * 1024,
};

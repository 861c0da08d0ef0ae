import { InvalidSetting } from '../context/invalid-setting.js';

/** From which size things get a handle, and how much of them the model is shown at once. */
export interface DescriptorSettings {
  /** Tool results over this many tokens are shown as a preview with a handle; an eighth of the window at most. */
  toolResultTokens: number;
  /** The same for what the person wrote. */
  userInputTokens: number;
  /** Tokens of a preview; a quarter of the sizes above at most. */
  previewTokens: number;
  /** Most characters of one page. */
  pageCharacters: number;
  /** Most characters that one call of a descriptor tool gives back; what is over it is read with the next call. */
  resultCharacters: number;
  /** Matches that one search gives back. */
  searchMatches: number;
  /** Lines shown before and after each match. */
  searchContextLines: number;
  /** In the model's own past answers, a reference longer than this is shortened to its handle. */
  historyReferenceCharacters: number;
  /** UTF-8 bytes that one conversation may store. */
  quotaBytes: number;
}

/** From which length on texts get a handle, and how much of them is shown. */
export const defaultDescriptorSettings: DescriptorSettings = {
  toolResultTokens: 2_000,
  userInputTokens: 2_000,
  previewTokens: 500,
  pageCharacters: 8_000,
  resultCharacters: 32_000,
  searchMatches: 40,
  searchContextLines: 2,
  historyReferenceCharacters: 2_000,
  quotaBytes: 64 * 1024 * 1024,
};

/** No text that is shown at once takes more of the window. */
const WINDOW_SHARE = 1 / 8;
/** Of the size that is shown whole, what a preview may take: less would tell nothing, more would save nothing. */
const PREVIEW_SHARE = 1 / 4;

/** The settings with what is not given filled in, and within what a window can hold. */
export function descriptorSettingsFor(options: {
  settings?: Partial<DescriptorSettings> | undefined;
  /** Tokens of the model's window; absent: not known. */
  window?: number;
}): DescriptorSettings {
  const settings = Object.assign({}, defaultDescriptorSettings, options.settings);
  const most = Math.max(1, Math.floor((options.window ?? Infinity) * WINDOW_SHARE));
  settings.toolResultTokens = Math.min(settings.toolResultTokens, most);
  settings.userInputTokens = Math.min(settings.userInputTokens, most);
  const shown = Math.min(settings.toolResultTokens, settings.userInputTokens);
  settings.previewTokens = Math.min(settings.previewTokens, Math.max(1, Math.floor(shown * PREVIEW_SHARE)));
  return settings;
}

const MOST = { quotaBytes: 2 ** 40, searchContextLines: 1_000 } as const;
const MOST_OF_OTHERS = 10_000_000;

/** Zero, negative and absurd sizes are refused when they are set. Returns the settings, for chaining. */
export function validateDescriptorSettings<Settings extends Partial<DescriptorSettings>>(
  settings: Settings,
): Settings {
  for (const name of Object.keys(defaultDescriptorSettings) as (keyof DescriptorSettings)[]) {
    const value = settings[name];
    if (value === undefined) continue;
    const least = name === 'searchContextLines' ? 0 : 1;
    const most = name in MOST ? MOST[name as keyof typeof MOST] : MOST_OF_OTHERS;
    if (!(Number.isInteger(value) && value >= least && value <= most)) {
      throw new InvalidSetting({ setting: name, value, allowed: `a whole number from ${least} to ${most}` });
    }
  }
  return settings;
}

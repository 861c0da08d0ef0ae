import { InvalidSetting } from '../context/invalid-setting.js';

/** From which size texts get a handle, and how much of them the model sees at once. */
export interface DescriptorSettings {
  /** Tool results over this many tokens are shown as a preview with a handle. At most an eighth of the window. */
  toolResultTokens: number;
  /** The same for what the user wrote. */
  userInputTokens: number;
  /** Tokens of a preview; at most a quarter of the sizes above. */
  previewTokens: number;
  /** The most characters of one page. */
  pageCharacters: number;
  /** The most characters that one call of a descriptor tool returns; the next call reads on. */
  resultCharacters: number;
  /** The most matches that one search returns. */
  searchMatches: number;
  /** Lines shown before and after each match. */
  searchContextLines: number;
  /** In the model's own past answers, a reference longer than this is shortened to its handle. */
  historyReferenceCharacters: number;
  /** UTF-8 bytes that one conversation may store. */
  quotaBytes: number;
}

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

/** The largest share of the window that a text shown at once may take. */
const WINDOW_SHARE = 1 / 8;
/** Size of a preview, relative to what is shown whole: less would say too little, more would save too little. */
const PREVIEW_SHARE = 1 / 4;

/** The settings with defaults filled in, limited to what the window can hold. */
export function descriptorSettingsFor(options: {
  settings?: Partial<DescriptorSettings> | undefined;
  /** Tokens of the model's window; absent if unknown. */
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

/** Rejects zero, negative and absurd sizes. Returns the settings, for chaining. */
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

import type { ContextSettings } from './context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import { InvalidSetting } from './invalid-setting.js';

/**
 * The default settings of the context.
 *
 * ```ts
 * import { defaultContextSettings } from '@ibid/core';
 *
 * const settings = { ...defaultContextSettings, reservedOutputTokens: 2_000 };
 * console.log(settings.projectShare);
 * ```
 */
export const defaultContextSettings: ContextSettings = {
  reservedOutputTokens: 4096,
  safetyMarginShare: 0.15,
  projectShare: 0.6,
  citationRulesAfterSearchOnly: false,
  pastResultSummaries: false,
  summaryThresholdShare: 0.75,
  summaryKeepShare: 0.2,
};

/** No model has a window of this size, so a larger number is a typing error. */
const MOST_TOKENS = 100_000_000;

const shares = {
  safetyMarginShare: { from: 0, below: 0.9 },
  projectShare: { from: 0, below: 1 },
  historyBlockShare: { from: 0, below: 0.5 },
  summaryThresholdShare: { from: 0.05, below: 100 },
  summaryKeepShare: { from: 0.01, below: 1 },
} as const;

/** Rejects zero, negative and absurd limits. Returns the settings, for chaining. */
export function validateContextSettings(settings: ContextSettings): ContextSettings {
  requireTokens('reservedOutputTokens', settings.reservedOutputTokens);
  for (const [name, { from, below }] of Object.entries(shares)) {
    const value = settings[name as keyof typeof shares];
    if (name === 'historyBlockShare' && value === undefined) continue;
    if (!(typeof value === 'number' && value >= from && value <= below)) {
      throw new InvalidSetting({ setting: name, value, allowed: `a number from ${from} to ${below}` });
    }
  }
  for (const name of ['citationRulesAfterSearchOnly', 'pastResultSummaries'] as const) {
    if (typeof settings[name] !== 'boolean') {
      throw new InvalidSetting({ setting: name, value: settings[name], allowed: 'true or false' });
    }
  }
  return settings;
}

/** The same for the limits of a model, e.g. a window typed in by an administrator. */
export function validateModelProfile(model: ModelProfile): ModelProfile {
  requireTokens('contextWindow', model.contextWindow);
  requireTokens('maxOutputTokens', model.maxOutputTokens);
  return model;
}

function requireTokens(setting: string, value: number): void {
  if (!(Number.isInteger(value) && value >= 1 && value <= MOST_TOKENS)) {
    throw new InvalidSetting({
      setting,
      value,
      allowed: `a whole number of tokens from 1 to ${MOST_TOKENS}`,
    });
  }
}

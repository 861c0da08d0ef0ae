import { IbidError } from '../errors/ibid-error.js';

/**
 * A limit that cannot work was refused when it was set, so that no turn finds out.
 *
 * ```ts
 * import { InvalidSetting } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof InvalidSetting ? error.setting : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class InvalidSetting extends IbidError {
  readonly code = 'invalid-setting';
  readonly setting: string;
  readonly value: unknown;

  constructor(details: { setting: string; value: unknown; allowed: string }) {
    super(
      `The setting "${details.setting}" cannot be ${String(details.value)}: it must be ${details.allowed}.`,
    );
    this.setting = details.setting;
    this.value = details.value;
  }
}

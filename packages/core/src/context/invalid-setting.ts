import { IbidError } from '../errors/ibid-error.js';

/** A limit that cannot work. It is rejected when set, before a turn can fail on it. */
export class InvalidSetting extends IbidError {
  readonly code = 'invalid_setting';
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

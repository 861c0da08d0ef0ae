import { DescriptorError } from './descriptor-error.js';

/** A position outside of the text was asked for. */
export class InvalidDescriptorRange extends DescriptorError {
  readonly code = 'invalid_descriptor_range';
  readonly type = 'invalid_range';

  constructor(options: { unit: string; start: number; last: number }) {
    super(
      options.last === 0
        ? `There is no ${options.unit} ${options.start}: the text is empty.`
        : `There is no ${options.unit} ${options.start}: positions go from 1 to ${options.last}.`,
    );
  }
}

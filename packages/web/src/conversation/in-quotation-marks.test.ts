import { expect, it } from 'vitest';
import { inQuotationMarks } from './in-quotation-marks.js';

it('KB-3 puts words in quotation marks, whole ones only, and not twice', () => {
  expect(inQuotationMarks('Is the ruder worn? Ruder or ruders?', ['ruder'])).toBe(
    'Is the "ruder" worn? "Ruder" or ruders?',
  );
  expect(inQuotationMarks('Is the "ruder" worn?', ['ruder'])).toBe('Is the "ruder" worn?');
  expect(inQuotationMarks('Is it worn?', ['ruder'])).toBe('Is it worn?');
});

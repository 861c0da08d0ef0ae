import { expect, it } from 'vitest';
import { withoutEmphasis } from './without-emphasis.js';

it.each([
  ['50 **%**', '50 %'],
  ['**Total**: __50__ %', 'Total: 50 %'],
  ['***very*** *old* pump', 'very old pump'],
  ['| **Alcohol** | 50 **%** |', '| Alcohol | 50 % |'],
  ['**half of a pair', 'half of a pair'],
  ['the other half%**', 'the other half%'],
  ['2 * 3 * 4 and 2**3', '2 * 3 * 4 and 2**3'],
  ['snake__case and a_b_c', 'snake__case and a_b_c'],
  ['* item', '* item'],
])('takes the marks of bold and italics from %j', (text, plain) => {
  expect(withoutEmphasis(text)).toBe(plain);
});

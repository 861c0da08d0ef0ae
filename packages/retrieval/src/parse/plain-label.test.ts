import { expect, it } from 'vitest';
import { plainName, withoutDeceptive } from './plain-label.js';

it.each([
  ['turned round', 'exe.\u202egpj', 'exe.gpj'],
  ['isolated', 'Budget \u2066(old)\u2069', 'Budget (old)'],
  ['without a width', 'Bud\u200bget\u2060\ufeff', 'Budget'],
  ['marks of direction', '\u200eBudget\u200f\u061c', 'Budget'],
  ['joined for nothing', 'Bud\u200dget\u200c', 'Budget'],
  ['filled', 'Budget\u3164\u2800', 'Budget'],
  ['tagged', 'Budget\u{e0041}\u{e007f}', 'Budget'],
  ['a form chosen for nothing', 'Bud\ufe0fget\u{e0100}', 'Budget'],
  ['a soft hyphen', 'Bud\u00adget', 'Budget'],
])('%s reads as it is written', (_, name, plain) => {
  expect(plainName(name)).toBe(plain);
  expect(withoutDeceptive(name).trim()).toBe(plain);
});

it('keeps what a script needs: joiners of Persian and Hindi, families of pictures', () => {
  for (const name of ['می‌خواهم', 'क्‍ष', '👩‍👩‍👧', '❤️‍🔥', '葛\u{e0100}城', 'Größe', '東京'])
    expect(plainName(name)).toBe(name.normalize('NFC'));
});

it('makes names that look the same the same', () => {
  expect(plainName(' Cafe\u0301\n\tof \u00a0 the port ')).toBe('Café of the port');
  expect(plainName('\u200b\u2060 ')).toBe('');
});

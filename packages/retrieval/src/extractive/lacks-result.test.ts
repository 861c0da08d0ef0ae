import { describe, expect, it } from 'vitest';
import { lacksResult } from './lacks-result.js';

describe('KB-12 quotes that do not compare do not say what is highest', () => {
  it.each([
    ['What is the highest unpaid bill?', 'Bills above 500 euros may be paid in parts.', 'calculation'],
    ['Which pier has the lowest fee?', 'North pier | 12', 'calculation'],
    ['Welche Mole hat die niedrigste Gebühr?', 'Nordmole | 12', 'calculation'],
    ['What is the highest point of the walk?', 'The highest point is the beacon, at 212 m.', null],
    ['What is the highest load of the crane?', 'It lifts up to 12 tons.', null],
    ['Was ist die höchste Last des Krans?', 'Die Höchstlast ist 12 Tonnen.', null],
  ])('%s', (question, quoted, lacked) => expect(lacksResult(question, [quoted])).toBe(lacked));
});

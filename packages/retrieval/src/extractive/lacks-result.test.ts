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
  ])('%s', (question, quoted, lacked) => expect(lacksResult(question, [{ text: quoted }])).toBe(lacked));

  it('nor do rows say how many there are of what one cell of each names', () => {
    const rows = [
      { text: 'Sloop | night | 20', columns: 'Boat | Stay | Price' },
      { text: 'Sloop | week | 110', columns: 'Boat | Stay | Price' },
    ];
    expect(lacksResult('How many sloops are there?', rows)).toBe('count');
    expect(lacksResult('How many berths are there?', rows)).toBeNull();
    expect(
      lacksResult('How many sloops does the pier take?', [{ text: 'North | 12', columns: 'Pier | Sloops' }]),
    ).toBeNull();
  });
});

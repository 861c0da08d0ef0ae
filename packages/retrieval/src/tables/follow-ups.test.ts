import { describe, expect, it } from 'vitest';
import { askTables, tableText } from './ask-tables.test-helper.js';

const FILES = {
  'berth-dues.csv': tableText(`
    Bill | Skipper | Boat | Dues | Paid
    101 | Ida Brandt | Sloop | €90 | 2026-03-02
    102 | Per Lund | Barge | €610 | no
    103 | Sven Dahl | Sloop | €240 | no
    104 | Nadia Omar | Barge | €75 | —
    105 | Tove Falk | Ketch | €310 | n/a
    106 | Per Lund | Sloop | €55 | yes`),
};

/** The newest question comes last here, as in a conversation. */
const saidOf = async (...questions: string[]) =>
  (await askTables(questions.toReversed().join('\n'), FILES))?.said ?? null;

describe('KB-12 a follow-up keeps what the question before selects', () => {
  it.each([
    [
      ['How many bills are unpaid?', 'And sloops?'],
      'The count where Boat = Sloop and Paid in (no, blank) is 1',
    ],
    [
      ['How many bills are unpaid?', 'And for barges?'],
      'The count where Boat = Barge and Paid in (no, blank) is 2',
    ],
    [
      ['How many bills are unpaid?', 'How many of them were over 100?'],
      'The count where Dues > 100 and Paid in (no, blank) is 3',
    ],
    [
      ['How many bills are unpaid?', 'How many of them are over 100 euros?'],
      'The count where Dues > 100 and Paid in (no, blank) is 3',
    ],
    [
      ['How many bills were over €100?', 'How many of them were unpaid?'],
      'The count where Dues > 100 and Paid in (no, blank) is 3',
    ],
    [
      ['How many bills are unpaid?', 'How many of them were over 100?', 'And sloops?'],
      'The count where Boat = Sloop and Dues > 100 and Paid in (no, blank) is 1',
    ],
    [
      ['How many sloops are unpaid?', 'And barges?'],
      'The count where Boat = Barge and Paid in (no, blank) is 2',
    ],
    [['How many bills are unpaid?', 'And paid?'], 'The count where Paid is filled in and Paid != no is 2'],
    [['How many bills are not paid?', 'And paid?'], 'The count where Paid is filled in and Paid != no is 2'],
    [['How many bills are over 100?', 'And over 200?'], 'The count where Dues > 200 is 3'],
    [
      ['Which bills are unpaid?', 'What is their total?'],
      'The sum of Dues where Paid in (no, blank) is €1235',
    ],
    [
      ['How many bills are unpaid?', 'How much is that in total?'],
      'The sum of Dues where Paid in (no, blank) is €1235',
    ],
    [['What is the highest unpaid bill?', 'And the lowest?'], '104: Skipper Nadia Omar, Dues €75'],
    [
      ['Wie viele Bills sind über 100?', 'Wie viele davon sind Sloop?'],
      'The count where Boat = Sloop and Dues > 100 is 1',
    ],
  ])('%j', async (questions, answer) => expect(await saidOf(...questions)).toEqual([answer]));

  it('lists them too', async () =>
    expect(await saidOf('How many bills are unpaid?', 'Which of them are barges?')).toEqual([
      '102: Skipper Per Lund, Boat Barge, Dues €610, Paid no',
      '104: Skipper Nadia Omar, Boat Barge, Dues €75',
    ]));

  it.each(['And why?', 'Who decided that?', 'And elephants?', 'How many of them were disputed?'])(
    'is not answered if the table does not explain it: %s',
    async (question) => expect(await saidOf('How many bills are unpaid?', question)).toBeNull(),
  );
});

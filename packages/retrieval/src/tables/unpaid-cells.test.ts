import { describe, expect, it } from 'vitest';
import { askTables, tableText } from './ask-tables.test-helper.js';

const FILES = {
  'berth-dues.csv': tableText(`
    Bill | Skipper | Dues | Paid
    101 | Ida Brandt | €90 | 2026-03-02
    102 | Per Lund | €610 | yes
    103 | Sven Dahl | €240 | no
    104 | Nadia Omar | €75 | —
    105 | Tove Falk | €310 | n/a
    106 | Per Lund | €55 | 2026-03-09`),
  'berth-cleaning.csv': tableText(`
    Berth | Cleaned
    A1 | 2026-03-02
    A2 | ladder only
    A3 | no
    A4 | yes`),
};

const saidOf = async (question: string) => (await askTables(question, FILES))?.said ?? null;

describe('KB-12 a column of yes, no, days and dashes', () => {
  it.each([
    ['How many bills are unpaid?', 'The count where Paid in (no, blank) is 3'],
    ['How many bills are still open?', 'The count where Paid in (no, blank) is 3'],
    ['How many bills over 100 are outstanding?', 'The count where Dues > 100 and Paid in (no, blank) is 2'],
    ['How many bills are not paid?', 'The count where Paid in (no, blank) is 3'],
    ['How many bills are paid?', 'The count where Paid is filled in and Paid != no is 3'],
    ['What is the highest unpaid bill?', '105: Skipper Tove Falk, Dues €310'],
    ['What are the highest unpaid dues?', '105: Skipper Tove Falk, Dues €310'],
    ['What is the total of the unpaid bills?', 'The sum of Dues where Paid in (no, blank) is €625'],
    ['What is the highest paid bill?', '102: Skipper Per Lund, Dues €610'],
    ['What is the highest bill?', '102: Skipper Per Lund, Dues €610'],
  ])('%s', async (question, answer) => expect(await saidOf(question)).toEqual([answer]));

  it('says who has not paid', async () =>
    expect((await saidOf("Who hasn't paid?"))?.map((line) => line.slice(0, 3))).toEqual([
      '103',
      '104',
      '105',
    ]));

  it('takes the day of a payment from the column that has it, not that of the row', async () => {
    const bills = tableText(`
      Bill | Date | Skipper | Dues | Paid
      101 | 2026-03-01 | Ida Brandt | €90 | 2026-03-09
      102 | 2026-03-09 | Per Lund | €610 | no
      103 | 2026-03-09 | Sven Dahl | €240 | yes
      104 | 2026-03-09 | Nadia Omar | €75 | —`);
    const ask = async (question: string) =>
      (await askTables(question, { 'berth-bills.csv': bills }))?.said ?? null;
    expect(await ask('How many bills were paid on 9 March?')).toEqual([
      'The count where Paid starts with 2026-03-09 is 1',
    ]);
    expect(await ask('How many bills were paid in March 2026?')).toEqual([
      'The count where Paid starts with 2026-03 is 1',
    ]);
    expect(await ask('How many bills were paid before 9 March?')).toBeNull();
    expect(await ask('How many bills of 9 March are paid?')).toEqual([
      'The count where Date = 2026-03-09 and Paid is filled in and Paid != no is 1',
    ]);
  });

  it('calls a list of invoices one of bills', async () => {
    const invoices = tableText(`
      No | Client | Amount | Paid
      7 | Lund | 90 | yes
      8 | Dahl | 240 | no
      9 | Falk | 60 | no`);
    expect((await askTables('What is the highest unpaid bill?', { 'invoices.csv': invoices }))?.said).toEqual(
      ['Dahl: Amount 240'],
    );
  });

  it.each([
    ['Wie viele Rechnungen sind unbezahlt?', 'The count where Bezahlt in (nein, blank) is 3'],
    ['Wie viele Rechnungen sind nicht bezahlt?', 'The count where Bezahlt in (nein, blank) is 3'],
    ['Wie viele Rechnungen sind noch offen?', 'The count where Bezahlt in (nein, blank) is 3'],
    ['Was ist die höchste unbezahlte Rechnung?', '42: Kunde Per Lund, Betrag 310,00 €'],
    [
      'Was ist die Summe der unbezahlten Rechnungen?',
      'The sum of Betrag where Bezahlt in (nein, blank) is 585 €',
    ],
  ])('in German: %s', async (question, answer) => {
    const rechnungen = tableText(`
      Nr | Kunde | Betrag | Bezahlt
      41 | Ida Brandt | 95,00 € | 03.10.2026
      42 | Per Lund | 310,00 € | nein
      43 | Sven Dahl | 39,00 € | ja
      44 | Tove Falk | 45,00 € | –
      45 | Per Lund | 230,00 € | nein`);
    expect((await askTables(question, { 'rechnungen-oktober.csv': rechnungen }))?.said).toEqual([answer]);
  });

  it('leaves a question open if other cells make it unclear', async () => {
    expect(await saidOf('How many berths are not cleaned?')).toBeNull();
    expect(await saidOf('How many berths are cleaned?')).toBeNull();
    expect(await saidOf('How many berths are uncleaned?')).toBeNull();
  });

  it.each(['What is the highest disputed bill?', 'What is the highest overdue bill?'])(
    'does not leave out what it cannot apply: %s',
    async (question) => expect(await saidOf(question)).toBeNull(),
  );
});

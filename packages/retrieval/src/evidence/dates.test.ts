import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { parseDocument } from '../parse/index.js';
import { askedQuestion } from './asked-question.js';
import type { EvidenceColumn } from './evidence-column.js';
import { EvidenceDocument } from './evidence-document.js';
import { matchingValue } from './matching-value.js';
import { quoteCell } from './quote-cell.js';

async function documentOf(text: string): Promise<EvidenceDocument> {
  const parsed = await parseDocument({ bytes: new TextEncoder().encode(text), name: 'a.md' });
  const chunks = chunkDocument({ document: parsed }).map((chunk) => ({
    ...chunk,
    id: String(chunk.ordinal),
    itemId: 'a',
    knowledgeBaseId: 'base',
  }));
  return new EvidenceDocument({ item: { id: 'a', title: parsed.title }, chunks });
}

const columnOf = (question: string): EvidenceColumn => ({ question, kind: 'date' });

async function cellOf(text: string, question: string) {
  return quoteCell(columnOf(question), askedQuestion(columnOf(question)), await documentOf(text));
}

const INVOICE =
  '# Invoice 2041\n\nInvoice issued 3 March 2026 for gloves delivered on 27 February 2026 (your order of 12 February 2026). Please pay by 2 April 2026.';
const LIST =
  '# Invoice 2041\n\nInvoice date: 3 March 2026\nDelivered: 27 February 2026\nPayment due: 2 April 2026';
const TABLE =
  '# Orders\n\n| Order | Ordered | Delivered | Due |\n|---|---|---|---|\n| Gloves | 2026-02-12 | 2026-02-27 | 2026-04-02 |';
const LOG =
  '# Log\n\nOn 3 March 2026 the invoice was issued, and on 27 February 2026 the gloves were delivered.';
const MINUTES =
  '# Minutes of the team meeting, 12 January 2026\n\nBen orders a sensor by 20 January 2026. The next meeting is on 9 February 2026.';
const MOVED =
  '# News\n\nThe course on 2 June 2026 was moved to 9 June 2026. The audit has been postponed from 4 May 2026 to 11 May 2026. Die Prüfung vom 3. Februar 2026 wurde auf den 10. Februar 2026 verschoben.';
const INSPECTION =
  '# Fire inspection of 7 October 2025\n\nThe report was issued on 14 October 2025 by Tom Field.\n\nThe next inspection takes place in October 2027.';

describe('ANS-1 a column of dates', () => {
  it.each([
    [INVOICE, 'When was the invoice issued?', '2026-03-03'],
    [INVOICE, 'When were the gloves delivered?', '2026-02-27'],
    [INVOICE, 'Delivery date', '2026-02-27'],
    [INVOICE, 'Order date', '2026-02-12'],
    [LIST, 'When was the invoice issued?', '2026-03-03'],
    [LIST, 'Delivery date', '2026-02-27'],
    [LIST, 'Due date', '2026-04-02'],
    [TABLE, 'When was it delivered?', '2026-02-27'],
    [TABLE, 'When is it due?', '2026-04-02'],
    [LOG, 'When was the invoice issued?', '2026-03-03'],
    [LOG, 'When were the gloves delivered?', '2026-02-27'],
    [MINUTES, 'When was the meeting?', '2026-01-12'],
    [MINUTES, 'When is the next meeting?', '2026-02-09'],
    [MOVED, 'When is the course?', '2026-06-09'],
    [MOVED, 'When was the original course?', '2026-06-02'],
    [MOVED, 'When is the audit?', '2026-05-11'],
    [MOVED, 'Wann ist die Prüfung?', '2026-02-10'],
    [INSPECTION, 'When was the inspection?', '2025-10-07'],
    [INSPECTION, 'When was the report issued?', '2025-10-14'],
  ])('has the date asked for, of several: %#', async (text, question, day) => {
    expect((await cellOf(text, question)).value, question).toBe(day);
  });

  it.each([INVOICE, LIST, TABLE])('does not take a due date for that of a payment: %#', async (text) => {
    expect((await cellOf(text, 'When was it paid?')).verdict).toBe('absent');
  });

  it('is as sure of a label as of a sentence', async () => {
    expect((await cellOf(LIST, 'Delivery date')).verdict).toBe('supported');
  });

  it.each([
    ['Filed: 03/04/2026\nAccident: 27/02/2026', '2026-04-03', 'supported'],
    ['Filed: 03/04/2026\nAccident: 02/27/2026', '2026-03-04', 'supported'],
    ['Filed: 03/03/2026', '2026-03-03', 'supported'],
    // Nothing in it says which comes first.
    ['Filed: 03/04/2026', '2026-04-03', 'weak'],
    ['Filed: 3-Apr-2026', '2026-04-03', 'supported'],
  ])('reads the day where dates are written %j', async (text, value, verdict) => {
    expect(await cellOf(`# Claim form\n\n${text}`, 'When was the claim filed?')).toMatchObject({
      value,
      verdict,
    });
  });

  it('has the first day of a range, or its last for an end, and the whole range as written', async () => {
    for (const range of [
      '7–9 April 2025',
      '7 to 9 April 2025',
      '7 and 9 April 2025',
      '7 April–9 April 2025',
    ]) {
      const text = `# Course\n\nThe training takes place on ${range} in Oslo.`;
      expect(await cellOf(text, 'When is the training?')).toMatchObject({
        value: '2025-04-07',
        written: range,
      });
    }
    const text = '# Course\n\nThe training takes place from 7 to 9 April 2025 in Oslo.';
    expect((await cellOf(text, 'When does the training end?')).value).toBe('2025-04-09');
  });

  it('has no more of a date than was asked for', async () => {
    const text = '# Autoclave\n\nThe autoclave was purchased on 5 June 2019.';
    expect((await cellOf(text, 'In which year was it purchased?')).value).toBe('2019');
    expect((await cellOf(text, 'Year of purchase')).value).toBe('2019');
    expect((await cellOf(text, 'In which month was it purchased?')).value).toBe('2019-06');
    expect((await cellOf(text, 'When was it purchased?')).value).toBe('2019-06-05');
  });

  it('knows what a model says in another form', async () => {
    const document = await documentOf('# Course\n\nThe training takes place on 7–9 April 2025.');
    const [sentence] = document.sentences;
    const matching = (question: string, said: string) =>
      matchingValue(columnOf(question), askedQuestion(columnOf(question)), said, sentence!)?.value ?? null;
    expect(matching('When is the training?', '2025-04-07')).toBe('2025-04-07');
    expect(matching('When is the training?', '9 April 2025')).toBe('2025-04-07');
    expect(matching('When is the training?', '8 May 2025')).toBeNull();
    expect(matching('In which year is the training?', '2025')).toBe('2025');
  });
});

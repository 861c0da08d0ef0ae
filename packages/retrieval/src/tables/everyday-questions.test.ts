import { describe, expect, it } from 'vitest';
import { renderTable } from '../parse/render-table.js';
import { answerQuestion } from './answer-from-tables.js';
import { asksForCalculation } from './asks-for-calculation.js';
import { documentTables } from './document-tables.js';
import { everydaySheets } from './everyday-questions.test-helper.js';

/** All sheets at once: each question must find its own sheet, and no other may answer instead. */
const documents = Promise.all(
  everydaySheets().map(async ({ title, name, rows }) => ({
    document: { id: name, title, name },
    tables: await documentTables(`# ${title}\n\n${renderTable(rows)}`),
  })),
);

describe.each(everydaySheets())('KB-12 everyday questions over tables: $title', (sheet) => {
  it.each(sheet.questions)('$question', async ({ question, answer }) => {
    const found = await answerQuestion(question, await documents);
    const rows = found?.result.rows ?? null;
    if (typeof answer === 'string') expect(rows?.[0]?.at(-1)).toBe(answer);
    else expect(rows).toEqual(answer);
  });
});

it('is asked for a mean, and not for what something means', () => {
  expect(asksForCalculation('What does a continuous bell mean?')).toBe(false);
  expect(asksForCalculation('What is the mean depth of the berths?')).toBe(true);
});

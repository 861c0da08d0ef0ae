import { describe, expect, it } from 'vitest';
import { renderTable } from '../parse/render-table.js';
import { answerQuestion } from './answer-from-tables.js';
import { documentTables } from './document-tables.js';
import { questionSheets } from './table-questions.test-helper.js';

describe.each(questionSheets())('KB-12 questions over tables, by rules: $title', (sheet) => {
  it.each(sheet.questions)('$question', async ({ question, answer }) => {
    const tables = await documentTables(`# Sheet1\n\n${renderTable(sheet.rows)}`);
    const found = await answerQuestion(question, [
      { document: { id: 'a', title: sheet.title, name: sheet.name }, tables },
    ]);
    const rows = found?.result.rows ?? null;
    if (typeof answer === 'string') expect(rows?.[0]?.at(-1)).toBe(answer);
    else expect(rows).toEqual(answer);
  });
});

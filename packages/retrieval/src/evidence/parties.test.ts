import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { parseDocument } from '../parse/index.js';
import { askedQuestion } from './asked-question.js';
import type { EvidenceColumn } from './evidence-column.js';
import { EvidenceDocument } from './evidence-document.js';
import { proposeCell } from './propose-cell.js';
import { quoteCell } from './quote-cell.js';

async function documentOf(text: string): Promise<EvidenceDocument> {
  const parsed = await parseDocument({ bytes: new TextEncoder().encode(text), name: 'paper.md' });
  const chunks = chunkDocument({ document: parsed }).map((chunk) => ({
    ...chunk,
    id: String(chunk.ordinal),
    itemId: 'paper',
    knowledgeBaseId: 'base',
  }));
  return new EvidenceDocument({ item: { id: 'paper', title: parsed.title }, chunks });
}

const ask = (column: EvidenceColumn, document: EvidenceDocument) =>
  quoteCell(column, askedQuestion(column), document);
const text = (question: string) => ({ question, kind: 'text' }) as const;

describe('ANS-1 what a contract says of its parties, in other words than the column', () => {
  const deed = (body: string) => documentOf(`# Skipper Agreement: Ada Finch\n\n## 4 Notice\n\n${body}\n`);
  const notice = text('How much notice must be given?');

  it('finds the notice, however the column asks for it', async () => {
    const six = "Either party may end this agreement by six weeks' notice in writing.";
    for (const question of [
      'How much notice must be given?',
      'What notice is required?',
      'How much notice is needed?',
    ])
      expect([question, ask(text(question), await deed(six))]).toMatchObject([
        question,
        { verdict: 'supported', value: expect.stringContaining('six weeks') as string },
      ]);
    const given = await deed('The skipper must be given a copy of the rules. Notice is sent by post.');
    expect(ask(notice, given).verdict).toBe('absent');
  });

  it('names the party that does it, not the one to whom it is shown', async () => {
    const holds = await deed(
      'The Skipper holds liability insurance of at least £1 million and shows the certificate to the Yard before 4 January 2027.',
    );
    expect(ask(text('Who holds insurance?'), holds)).toMatchObject({
      value: 'Skipper',
      verdict: 'supported',
    });
    expect(ask(text('Who holds insurance and how much?'), holds)).toMatchObject({
      value: expect.stringMatching(/^The Skipper holds .*£1 million/u) as string,
      verdict: 'supported',
    });
    const bare = await deed('The Skipper holds liability insurance.');
    expect(ask(text('Who holds insurance and how much?'), bare)).toMatchObject({
      value: 'Skipper',
      verdict: 'weak',
    });
    const arranges = await deed(
      'The Yard arranges liability cover of £5 million for the season. The Skipper needs no insurance of her own.',
    );
    expect(ask(text('Who holds insurance?'), arranges)).toMatchObject({ value: 'Yard', verdict: 'weak' });
    const shown = await deed('The certificate that the insurance holds is shown to the Yard.');
    expect(ask(text('Who holds insurance?'), shown).value).not.toBe('Yard');
  });

  it('takes the hire for the engagement only as a doubtful answer', async () => {
    const start = { question: 'When does the engagement begin?', kind: 'date' } as const;
    const hire = await documentOf(
      '# Hire Agreement: Slip 3\n\n## 1 Period\n\nThe hire begins on Monday 2 November 2026 at 8.00 and ends on Saturday 7 November 2026.\n',
    );
    expect(ask(start, hire)).toMatchObject({ value: '2026-11-02', verdict: 'weak' });
    expect(ask({ question: 'When does the hire begin?', kind: 'date' }, hire)).toMatchObject({
      value: '2026-11-02',
      verdict: 'supported',
    });
    const paint = await documentOf(
      '# Paint rules\n\nThe hire of brushes begins in spring. Painted on 2 November 2026.\n',
    );
    expect(ask(start, paint).verdict).toBe('absent');
  });

  it('proposes no date that neither begins nor ends anything', async () => {
    const column = { question: 'When does the engagement begin?', kind: 'date' } as const;
    const near = (written: string) =>
      documentOf(`# Risk assessment\n\n${written}\n`).then((document) =>
        proposeCell({
          column,
          question: askedQuestion(column),
          document,
          similarities: (_, sentences) => Promise.resolve(sentences.map(() => 0.9)),
        }),
      );
    expect((await near('The day on the cover is 1 September 2026.')).verdict).toBe('absent');
    expect(await near('She works for the yard from 1 September 2026.')).toMatchObject({
      value: '2026-09-01',
      verdict: 'weak',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { questionsAbout } from './questions-about.js';

describe('WEB-1 questions to start with', () => {
  const items = [
    { title: 'Crew handbook', headings: ['Crew handbook', 'Watches', 'Provisions'] },
    { title: 'Notes', headings: [] },
  ];

  it('are about headings and titles that are there, every document first', () => {
    expect(questionsAbout(items, 4)).toEqual([
      'What does “Crew handbook” say about “Watches”?',
      'What does “Notes” say?',
      'What does “Crew handbook” say about “Provisions”?',
    ]);
    expect(questionsAbout(items, 2)).toHaveLength(2);
  });

  it('leave out headings that are no subject', () => {
    const [question] = questionsAbout([{ title: 'A', headings: ['1.', '§ 3', 'x'.repeat(80), 'a'] }], 4);
    expect(question).toBe('What does “A” say?');
  });

  it('are not about names of files, unless there is nothing else', () => {
    const files = [
      { title: 'budget-winters-tale-v2', headings: ['Costs'] },
      { title: 'rota_october.csv', headings: [] },
    ];
    expect(questionsAbout([...files, ...items], 2)).toEqual([
      'What does “Crew handbook” say about “Watches”?',
      'What does “Notes” say?',
    ]);
    expect(questionsAbout(files, 4)).toEqual([
      'What does “budget winters tale v2” say about “Costs”?',
      'What does “rota october” say?',
    ]);
  });

  it('name an e-mail by its subject', () => {
    const mails = ['Re: Re: Tide tables', 'AW: WG: Fwd: Crane', 'Re[2]: Winch', 'Report: fees', 'Re:'];
    expect(
      questionsAbout(
        mails.map((title) => ({ title, headings: [title] })),
        5,
      ),
    ).toEqual([
      'What does “Tide tables” say?',
      'What does “Crane” say?',
      'What does “Winch” say?',
      'What does “Report: fees” say?',
      'What does “Re:” say?',
    ]);
  });

  it('are none without documents', () => {
    expect(questionsAbout([], 4)).toEqual([]);
  });
});

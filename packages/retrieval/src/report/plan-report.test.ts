import { describe, expect, it } from 'vitest';
import { planReport } from './plan-report.js';
import { isQuotedFor, subjectOfReport } from './subject-of-report.js';

const questions = (question: string, ...found: { title: string; headingPath: string[] }[]) =>
  planReport({ question, found }).map((part) => part.question);

describe('ANS-2 the plan of a report by rules', () => {
  it('parts questions that stand side by side without an "and"', () => {
    expect(
      planReport({
        question: 'What does the mill grind, when was it built, and who owns it?',
        found: [],
      }).map(({ title }) => title),
    ).toEqual(['What does the mill grind', 'When it was built', 'Who owns it']);
  });

  it('has a part for each part of the question', () => {
    expect(questions('How is the harbour financed, and who decides on its fees? Since when?')).toEqual([
      'How is the harbour financed?',
      'Who decides on its fees? Since when?',
    ]);
    expect(questions('Compare the two handbooks: leave, notice periods and overtime.')).toEqual([
      'Compare the two handbooks: leave',
      'Compare the two handbooks: notice periods',
      'Compare the two handbooks: overtime',
    ]);
    expect(questions('- What is stored?\n- For how long?\n- Who may read it?')).toHaveLength(3);
    expect(questions('Wie hoch ist die Miete und wer zahlt das Wasser?')).toEqual([
      'Wie hoch ist die Miete?',
      'Wer zahlt das Wasser?',
    ]);
  });

  it('has a part for each thing that a question lists', () => {
    expect(
      planReport({
        question: 'What changed for launch day, the crane and the figurehead of the Merganser?',
        found: [],
      }),
    ).toEqual([
      { title: 'Launch day', question: 'What changed for launch day of the Merganser?' },
      { title: 'Crane', question: 'What changed for the crane of the Merganser?' },
      { title: 'Figurehead', question: 'What changed for the figurehead of the Merganser?' },
    ]);
    expect(questions('What does the lease say about rent, deposit and terms of notice?')).toEqual([
      'What does the lease say about rent?',
      'What does the lease say about deposit?',
      'What does the lease say about terms of notice?',
    ]);
    expect(questions('What are the fee, the notice and the insurance in each contract?')).toEqual([
      'What is the fee in each contract?',
      'What is the notice in each contract?',
      'What is the insurance in each contract?',
    ]);
    expect(questions('What changed for the mast, the keel, and the sails, and who decided it?')).toHaveLength(
      4,
    );
    // Two names may be one thing, and a clause is none.
    for (const one of [
      'What changed for the health and safety rules of the yard?',
      'What happened at the yard in May, when the crane fell, and the slip was closed?',
      'How was the Merganser, a ketch of 1912, rigged and painted?',
    ])
      expect(questions(one)).toEqual([one]);
  });

  it.each([
    [
      'What do the minutes of May, June and July say about the budget?',
      'What do the minutes of May say about the budget?',
      'What do the minutes of June say about the budget?',
      'What do the minutes of July say about the budget?',
    ],
    [
      'How do the clinics in North Street, South Street and the harbour handle complaints?',
      'How do the clinics in North Street handle complaints?',
      'How do the clinics in South Street handle complaints?',
      'How do the clinics in the harbour handle complaints?',
    ],
    [
      'When are the rooms for surgery, vaccination and consultation cleaned?',
      'When are the rooms for surgery cleaned?',
      'When are the rooms for vaccination cleaned?',
      'When are the rooms for consultation cleaned?',
    ],
    [
      'What are the nurse, the doctor and the receptionist responsible for?',
      'What is the nurse responsible for?',
      'What is the doctor responsible for?',
      'What is the receptionist responsible for?',
    ],
    [
      'Wie werden die Räume für Chirurgie, Impfung und Beratung gereinigt?',
      'Wie werden die Räume für Chirurgie gereinigt?',
      'Wie werden die Räume für Impfung gereinigt?',
      'Wie werden die Räume für Beratung gereinigt?',
    ],
    [
      'Which vaccines are given to children, to adults and to travellers?',
      'Which vaccines are given to children?',
      'Which vaccines are given to adults?',
      'Which vaccines are given to travellers?',
    ],
  ])('keeps the verb for each of the things: %s', (question, ...parts) => {
    expect(questions(question)).toEqual(parts);
  });

  it.each([
    'Which documents about hygiene, vaccines and data protection must be renewed this year?',
    'Which vaccines must be given to children, stored in the fridge and reported to the authority?',
    'What does it cost to rent, heat and insure the clinic?',
    'When and how are incidents reported?',
    'Which treatment rooms and which devices are checked every week?',
    'Who cleans the rooms, and who the corridors?',
    'Who bought the mill, and at what price?',
  ])('stays whole where a part would have no verb or no object: %s', (question) => {
    expect(questions(question)).toEqual([question]);
  });

  it('does not take a verb from a title', () => {
    const titles = (question: string) => planReport({ question, found: [] }).map(({ title }) => title);
    expect(titles('What did the inspection find, what was decided, and what remains open?')[1]).toBe(
      'What was decided',
    );
    expect(titles('How are complaints received, answered and recorded?')).toEqual([
      'How complaints are received, answered and recorded',
    ]);
  });

  it('does not cut a heading that a question needs', () => {
    const question =
      'What did the surveyors of the harbour office write about the state of the timber below the waterline?';
    expect(planReport({ question, found: [] })[0]?.title).toBe(question.slice(0, -1));
    const [long] = planReport({ question: `What is said of ${'weathered timber '.repeat(30)}?`, found: [] });
    expect(long?.title).toMatch(/ (?:weathered|timber)…$/u);
  });

  it('keeps the subject of the question in each part', () => {
    expect(
      questions(
        'What is the state of Teal Bridge, how did it change since 2022, and what will the repair cost?',
      ),
    ).toEqual([
      'What is the state of Teal Bridge?',
      'Teal Bridge: How did it change since 2022?',
      'Teal Bridge: What will the repair cost?',
    ]);
    expect(questions('Who runs the Marlow kiln, and what does the lining cost?')).toEqual([
      'Who runs the Marlow kiln?',
      'The Marlow kiln: What does the lining cost?',
    ]);
    expect(questions('What is the height of the water tower, and when was it built?')).toEqual([
      'What is the height of the water tower?',
      'The water tower: When was it built?',
    ]);
    expect(
      questions(
        'Which offers were there for the bakery oven, what do they cost with VAT, and when will the work be done?',
      ),
    ).toEqual([
      'Which offers were there for the bakery oven?',
      'Offers for the bakery oven: What do they cost with VAT?',
      'Offers for the bakery oven: When will the work be done?',
    ]);
    // A new name, or two names of which either may be meant.
    expect(questions('Who owns Alder Mill, and what does Birch Mill cost?')[1]).toBe(
      'What does Birch Mill cost?',
    );
    expect(questions('Who owns Alder Mill and Birch Mill, and what does it cost?')[1]).toBe(
      'What does it cost?',
    );
    // A clause is not a separate question.
    expect(questions('What is said of the mill, which was sold, and who bought it?')).toHaveLength(2);
  });

  it('parts questions of three parts, be the second about who', () => {
    expect(
      questions(
        'What did the fire inspection find, who is responsible for each fault, and by when is the repair due?',
      ),
    ).toEqual([
      'What did the fire inspection find?',
      'The fire inspection: Who is responsible for each fault?',
      'The fire inspection: By when is the repair due?',
    ]);
    expect(
      questions('What went wrong at Alder Mill, who was responsible, and what was done about it?'),
    ).toEqual([
      'What went wrong at Alder Mill?',
      'Alder Mill: Who was responsible?',
      'Alder Mill: What was done about it?',
    ]);
  });

  it('of a question for one thing takes only headings with a word of it for topics', () => {
    const at = (title: string, ...headingPath: string[]) => ({ title, headingPath });
    expect(
      questions(
        'How is the kiln fired?',
        at('Kiln log', 'Firing'),
        at('Tea rota', 'Monday'),
        at('Kiln room', 'Safety'),
      ),
    ).toEqual(['How is the kiln fired?', 'Firing: How is the kiln fired?', 'Safety: How is the kiln fired?']);
  });

  it('of one question has the topics that the documents have, those with most finds first', () => {
    const at = (...headingPath: string[]) => ({ title: 'Handbook', headingPath });
    expect(
      questions('Tell me about safety', at('Fire'), at('Safety', 'Ladders'), at('Safety', 'Ladders'), at()),
    ).toEqual([
      'Tell me about safety',
      'Ladders: Tell me about safety',
      'Fire: Tell me about safety',
      'Handbook: Tell me about safety',
    ]);
  });

  it('names its parts by topics, and not by the words that ask', () => {
    const titles = (question: string, ...found: { title: string; headingPath: string[] }[]) =>
      planReport({ question, found }).map(({ title }) => title);
    expect(
      titles('What is the notice period? How is the harbour financed, and who decides on its fees?'),
    ).toEqual(['Notice period', 'How the harbour is financed', 'Who decides on its fees']);
    expect(titles('When was the station opened? Where are the spare keys? Is subletting allowed?')).toEqual([
      'When the station was opened',
      'Where the spare keys are',
      'Whether subletting is allowed',
    ]);
    // Ambiguous wording stays as asked.
    expect(
      titles(
        'When is high water at Vellern? How deep is the harbour basin? Must the annual fee of the lease be paid?',
      ),
    ).toEqual([
      'When is high water at Vellern',
      'How deep is the harbour basin',
      'Must the annual fee of the lease be paid',
    ]);
    expect(titles('Was ist die Kündigungsfrist? Wie hoch ist die Miete?')).toEqual([
      'Kündigungsfrist',
      'Wie hoch ist die Miete',
    ]);
    const at = (title: string, ...headingPath: string[]) => ({ title, headingPath });
    expect(
      titles(
        'Tell me about safety.',
        at('Handbook', '3.2 Ladders'),
        at('Handbook', 'Overview'),
        at('Handbook', 'GENERAL DUTIES OF CARE'),
        at('fire_drill_2024.pdf'),
      ),
    ).toEqual(['Safety', 'Ladders', 'Handbook: Overview', 'General duties of care', 'Fire drill 2024']);
  });

  it('takes anything, and stays within its bounds', () => {
    expect(questions('')).toEqual(['']);
    expect(questions('Why? '.repeat(500)).length).toBeLessThanOrEqual(8);
    const found = Array.from({ length: 400 }, (_, place) => ({ title: `T${place}`, headingPath: [] }));
    expect(questions('One thing', ...found)).toHaveLength(6);
  });
});

describe('what a report is on', () => {
  it('is what its questions name, or the things they ask about; without either, everything', () => {
    const isOfVellern = subjectOfReport(['What is the mooring fee at Vellern?', 'What does it include?']);
    expect(isOfVellern('Fees of 2024 The mooring fee at Vellern is 55 crowns.')).toBe(true);
    expect(isOfVellern('Fees of 2024 The lock at Orm opens at 9:00.')).toBe(false);
    const isOfOrgan = subjectOfReport(['Which quotations were there for the organ?']);
    expect(isOfOrgan('Newsletter Both organs are silent for three weeks.')).toBe(true);
    expect(isOfOrgan('Hall hire A deposit is due to the organisation.')).toBe(false);
    expect(subjectOfReport(['What does it cost?'])('Hall hire A deposit of £50 is due.')).toBe(true);
  });

  it('is also what a section quotes with a word of its question, and not what it found besides', () => {
    const isMeant = isQuotedFor('What is the mooring fee at Vellern?');
    expect(isMeant('The fee is 55 crowns.')).toBe(true);
    expect(isMeant('The lock at Orm opens at 9:00.')).toBe(false);
    expect(isQuotedFor('How much is it?')('The fee is 55 crowns.')).toBe(true);
  });
});

import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { listUncitedClaims } from '@ibid/core/internal';
import { describe, expect, it } from 'vitest';
import { analyseText } from '../analyse/index.js';
import { askedNames } from './asked-names.js';
import { readExtractiveAnswer } from './compose-answer.js';
import { extractiveModel } from './extractive-model.js';
import { OWN_WORDS } from './own-words.js';

const FOOTER = OWN_WORDS.en.footer;

const terms = (text: string) =>
  [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)]
    .map(([word]) => word.replace(/(?:ing|ed|es|s)$/u, ''))
    .filter(
      (word) => !['the', 'a', 'of', 'i', 'how', 'what', 'did', 'do', 'to', 'and', 'wa', 'on'].includes(word),
    );

const tools: NonNullable<LanguageModelV4CallOptions['tools']> = [
  {
    type: 'function',
    name: 'retrieve_context',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  },
];
const user = (text: string): LanguageModelV4Prompt[number] => ({
  role: 'user',
  content: [{ type: 'text', text }],
});
const called = (value: object | string): LanguageModelV4Prompt => [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'retrieve_context', input: { query: 'x' } }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'retrieve_context',
        output: { type: 'text', value: typeof value === 'string' ? value : JSON.stringify(value) },
      },
    ],
  },
];
const documents = {
  documents: [
    { document: 4, title: 'Fuel', contents: '# Fuel\n\nThe tank holds 90 tons. Refuelling takes six hours.' },
    { document: 2, title: 'Winch', contents: 'The winch failed in March. It was repaired by Sofia.' },
  ],
};

async function answer(prompt: LanguageModelV4Prompt, options: Partial<LanguageModelV4CallOptions> = {}) {
  const { content } = await extractiveModel({ terms, createId: () => 'id' }).doGenerate({
    prompt,
    tools,
    ...options,
  });
  const [part] = content;
  if (part?.type === 'text') return part.text;
  if (part?.type === 'tool-call') return `${part.toolName} ${part.input}`;
  return '';
}

describe('MOD-2 the built-in model', () => {
  it('says which of two kinds, or which deed, no document has', async () => {
    const found = {
      documents: [
        {
          document: 1,
          title: 'Nursery rules',
          contents:
            'Apple trees are pruned in winter. Rose bushes are watered every two days. At night the greenhouse is watched by a camera.',
        },
      ],
    };
    const asked = (question: string) => answer([user(question), ...called(found)]);
    expect(await asked('How often are orchid bushes watered?')).toContain('no mention of “orchid”');
    expect(await asked('How often are rose bushes watered?')).toMatch(/^- “Rose bushes are watered/u);
    expect(await asked('Who sweeps the greenhouse at night?')).toContain('no mention of “sweeps”');
  });

  it('puts a later text that names the figure it replaces before the one that has it, of whatever time', async () => {
    const found = {
      documents: [
        {
          document: 1,
          title: 'Ferry board, 9 January 2025',
          date: '2025-01-09',
          contents: 'It was agreed to raise the fares for bicycles by 5 per cent from 1 May 2025.',
        },
        {
          document: 2,
          title: 'Ferry board, 4 March 2025',
          date: '2025-03-04',
          contents:
            'As diesel has become dearer, the fares for bicycles go up by 8 per cent instead of the 5 per cent agreed in January.',
        },
      ],
    };
    const told = await answer([
      user('By how much do the fares for bicycles rise on 1 May 2025?'),
      ...called(found),
    ]);
    expect(told).toContain('disagree');
    expect(told.indexOf('8 per cent instead')).toBeLessThan(told.indexOf('by 5 per cent from'));
    expect(told.indexOf('8 per cent instead')).toBeGreaterThan(0);
  });

  it('quotes the points of a list with the sentence that ends in a colon above them', async () => {
    const contents =
      'Dear all,\n\ntwo changes to the concert programme:\n\n- The choir sings before the break.\n- Mr Lund plays the organ instead of Ms Reyes.\n\nThe doors open at seven.\n';
    const found = { documents: [{ document: 1, title: 'Programme', contents }] };
    const told = await answer([user('What changes are there to the concert programme?'), ...called(found)]);
    expect(told).toMatch(
      /programme:” \[1\]\n- “The choir sings before the break\.” \[1\]\n- “Mr Lund plays/u,
    );
    expect(told).not.toContain('The doors open');
  });

  it('asks for a search first', async () => {
    expect(await answer([user('How much does the tank hold?')])).toBe(
      'retrieve_context {"query":"How much does the tank hold?"}',
    );
  });

  it('chooses among many tools the one it knows how to use, and never one that wants more than a query', async () => {
    const tool = (name: string, properties: Record<string, object>, required: string[]) => ({
      type: 'function' as const,
      name,
      inputSchema: { type: 'object' as const, properties, required },
    });
    const text = { type: 'string' } as const;
    const others = [
      tool('open_url', { url: text }, ['url']),
      tool('ask_user', { question: text, choices: { type: 'array' } }, ['question', 'choices']),
      tool('search_tickets', { query: text, queue: text }, ['query', 'queue']),
      tool('read_more_of_winch', { from: { type: 'number' } }, []),
    ];
    const question = [user('When did the winch fail?')];
    expect(await answer(question, { tools: [...others, ...tools] })).toContain('retrieve_context');
    expect(await answer(question, { tools: others })).not.toMatch(/^(?:open_url|ask_user|search|read)/u);
    const plain = tool('search_web', { query: text, limit: { type: 'number' } }, ['query']);
    expect(await answer(question, { tools: [...others, plain] })).toContain('search_web {"query"');
  });

  it('quotes the best sentence with the number of its document, and says what it is', async () => {
    const text = await answer([user('How much does the tank hold?'), ...called(documents)]);
    expect(text).toContain('- “The tank holds 90 tons.” [4]');
    expect(text).not.toContain('winch');
    expect(text.endsWith(FOOTER)).toBe(true);
  });

  it('says what it is once in a conversation, and not to a greeting', async () => {
    const first = await answer([user('How much does the tank hold?'), ...called(documents)]);
    const prompt = [
      user('How much does the tank hold?'),
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: first }] },
      user('When did the winch fail?'),
      ...called(documents),
    ];
    const second = await answer(prompt);
    expect(second).toContain('“The winch failed in March.” [2]');
    expect(second).not.toContain(FOOTER);
    expect(await answer([user('hi')])).not.toContain(FOOTER);
  });

  it.each([
    ['When did the fire in Braga happen?', 'The fire in Braga broke out on 3 May 1998.'],
    ['How many people fought the fire in Braga?', 'Braga sent 40 people against the fire.'],
    ['Who led the people against the fire in Braga?', 'In Braga, Rui Costa led those against the fire.'],
  ])('prefers the sentence with what is asked for: %s', async (question, quoted) => {
    const contents = [
      'Figure: the fire in Braga, how it did happen and who fought it',
      '| Town | Fire |\n| --- | --- |\n| Braga | happened, people fought |',
      'The fire in Braga broke out on 3 May 1998.',
      'Braga sent 40 people against the fire.',
      'In Braga, Rui Costa led those against the fire.',
    ].join('\n\n');
    const text = await answer([
      user(question),
      ...called({ documents: [{ document: 1, title: 'Fires', contents }] }),
    ]);
    expect(text.split('\n')[0]).toContain(quoted);
  });

  it('quotes what a letter says, not the lines above it, unless the letter is asked about', async () => {
    const contents =
      'From: Petra Holm <petra@harbour.example>\nTo: Rui Costa\nDate: Mon, 4 Mar 2024 10:00:00 +0100\nSubject: The crane fee\n\nThe crane costs 400 euros a day.';
    const letter = called({ documents: [{ document: 1, title: 'The crane fee', contents }] });
    const text = await answer([user('What is the crane fee of Petra Holm?'), ...letter]);
    expect(text).toContain('“The crane costs 400 euros a day.” [1]');
    expect(text).not.toMatch(/Subject:|From:/u);
    expect(await answer([user('Who wrote the letter about the crane fee?'), ...letter])).toContain(
      'Petra Holm',
    );
  });

  it('does not join a question that stands on its own to the one before', async () => {
    const prompt = [
      user('How deep may a diver go?'),
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'Thirty metres [2].' }] },
      user('Are there any open tasks?'),
    ];
    expect(await answer(prompt)).toBe('retrieve_context {"query":"Are there any open tasks?"}');
  });

  it('is not misled by a reminder after the results', async () => {
    const prompt = [user('How much does the tank hold?'), ...called(documents), user('Cite your sources.')];
    expect(await answer(prompt)).toContain('[4]');
  });

  it('brings the sentence that a pronoun points to', async () => {
    const text = await answer([user('Who repaired the winch, Sofia?'), ...called(documents)]);
    expect(text).toContain('“The winch failed in March.” [2] “It was repaired by Sofia.” [2]');
  });

  it('says that it found nothing when the evidence is weak', async () => {
    const text = await answer([user('Which vitamins are in kale?'), ...called(documents)]);
    expect(text).toContain('I found nothing');
    expect(text).not.toMatch(/\[\d/u);
  });

  it('says so when what it quotes is near the question and no answer to it', async () => {
    const text = await answer([user('Which painter liked the winch in March?'), ...called(documents)]);
    expect(text).toMatch(/nothing that answers this outright.*closest:\n\n- “The winch failed in March/u);
  });

  it('says first that nothing is about what was asked, where it has only the fees of others', async () => {
    const contracts = {
      documents: [
        {
          document: 1,
          title: 'Lift maintenance',
          contents:
            'The annual fee is 4,380 EUR plus VAT. Rowan looks after both lifts. Calls at night cost more. Oil is changed in spring. Doors are tested twice.',
        },
        {
          document: 2,
          title: 'Cleaning',
          contents:
            'The annual fee of the cleaners is 21,000 EUR. Rooms are swept daily. Windows follow in May. Stairs wait until noon. Keys stay with Hedda.',
        },
      ],
    };
    const asked = (question: string) => answer([user(question), ...called(contracts)]);
    expect(await asked('What is the annual fee of the liability insurance?')).toMatch(
      /^I found nothing that answers this about liability insurance\. What comes closest:\n\n- “The annual fee/u,
    );
    expect(await asked('Wie hoch ist die annual fee der Haftpflichtversicherung?')).toMatch(
      /^Ich habe keine Antwort gefunden zu Haftpflichtversicherung\./u,
    );
    // Through another form of the word, and through its heading.
    expect(await asked('What is the annual fee of the cleaning?')).toMatch(
      /^- “The annual fee of the cleaners/u,
    );
    expect(await asked('What is the annual fee for the lifts?')).toContain('4,380 EUR');
    expect(await asked('What is the annual fee for the lifts?')).not.toContain('nothing');
  });

  it('says first that what was asked about is mentioned nowhere', async () => {
    const cards = {
      documents: [
        {
          document: 1,
          title: 'Dose card',
          contents:
            'The dose of paracetamol for children is 15 mg per kg. Parking costs 2 euros. Ask the pharmacist. Surgery opens at 7:00. The committee agreed to buy beds.',
        },
        {
          document: 2,
          title: 'Water',
          contents:
            'Wards 5 and 7 were tested and are free of Legionella. Samples of 4 May from Ward 9 had some. Anna Roth became Chief Executive in May. The patient stayed in the intensive care unit for two days.',
        },
      ],
    };
    const asked = (question: string) => answer([user(question), ...called(cards)]);
    const ibuprofen = await asked('What is the dose of ibuprofen for children?');
    expect(ibuprofen).toMatch(
      /^I found no mention of “ibuprofen”\. What comes closest:\n\n- “The dose of para/u,
    );
    expect(readExtractiveAnswer(ibuprofen).isOutright).toBe(false);
    expect(listUncitedClaims(ibuprofen)).toEqual([]);
    expect(await asked('How many surgeons does the surgery have?')).toContain('no mention of “surgeons”');
    // In other words, in another form, misspelt, and with a verb.
    for (const question of [
      'What is the amount of paracetamol for children?',
      'What is the price of parking?',
      'What is the dose of paracetamoll for children?',
      'Which beds did the committee purchase?',
    ])
      expect(await asked(question), question).not.toContain('no mention');
    // About another ward, the same one, and an abbreviation.
    expect(await asked('Is Ward 4 free of Legionella?')).toMatch(/^I found nothing that answers this about/u);
    expect(await asked('Is Ward 7 free of Legionella?')).toMatch(/^- “Wards 5 and 7/u);
    expect(await asked('Is the Legionella trouble on Ward 5 solved?')).toMatch(
      /^I found nothing that answers this outright\./u,
    );
    expect(await asked('How long did the patient stay in the ICU?')).toMatch(/^- “The patient stayed/u);
    expect(await asked('Who is the Chief Executive and who was it before?')).toMatch(/^- “Anna Roth/u);
  });

  it('says that nothing answers where what it quotes has the name and not what was asked of it', async () => {
    const school = {
      documents: [
        {
          document: 1,
          title: 'Sports hall of Alder School',
          contents:
            'The sports hall was opened in 1998 and is 32 metres long. Alder School has a floor area of 640 square metres. The hall stands in Mill Lane. The climbing wall is checked every month by Summit Safe. Clubs rent the hall for £26 an hour.',
        },
        {
          document: 2,
          title: 'Trip to Coniston',
          contents:
            'Pupils made 12 visits to the farm. The coach cost £1,860. The trip lasted three nights. Ralph Osei led the trip.\n\n| Name | Week | Hours |\n| --- | --- | --- |\n| Ralph Osei | 12 | 18 |\n',
        },
      ],
    };
    const asked = (question: string) => answer([user(question), ...called(school)]);
    for (const question of [
      'How wide is the climbing wall?',
      'How old is Ralph Osei?',
      'How many lanes does Alder School have?',
      'How many pupils went on the trip to Coniston?',
      'What did the climbing wall cost?',
      'How much does Ralph Osei earn?',
      'In which year was the climbing wall checked?',
    ])
      expect(await asked(question), question).toMatch(/^I found nothing that answers this/u);
    expect(await asked('Who built the sports hall?')).toMatch(/^I found no mention of “built”/u);
    expect(await asked('When was the climbing wall varnished?')).toMatch(
      /^I found no mention of “varnished”/u,
    );
    expect(await asked('Who repaired the climbing wall?')).toMatch(/^I found no mention of “repaired”/u);
    // Existing facts are still quoted.
    for (const [question, said] of [
      ['How long is the sports hall?', '32 metres'],
      ['How many visits did pupils make to the farm?', '12 visits'],
      ['What did the coach cost?', '£1,860'],
      ['How long did the trip last?', 'three nights'],
      ['In which year was the sports hall opened?', '1998'],
      ['Who checked the climbing wall?', 'Summit Safe'],
      ['How much do clubs pay for the hall?', '£26'],
    ] as const)
      expect(await asked(question), question).toMatch(new RegExp(`^- “[^”]*${said}`, 'u'));
  });

  it('tells two versions of a document apart, the newer one first', async () => {
    const guideline = (version: string, day: string, dose: string, stamp: string) => ({
      title: 'Blood clots',
      metadata: `created: 2026-11-17; ${stamp}`,
      contents: `Version ${version}, approved ${day} by the Committee.\n\nThe dose of heparin for adults is 40 mg. Patients above 120 kg receive heparin, ${dose}. Patients with weak kidneys receive less.`,
    });
    const versions = {
      documents: [
        { document: 1, ...guideline('2.0', '14 March 2023', '60 mg once daily', 'path: clots-v2.md') },
        { document: 2, ...guideline('3.0', '9 September 2025', '40 mg twice daily', 'path: clots-v3.md') },
      ],
    };
    const text = await answer([user('What do patients above 120 kg receive?'), ...called(versions)]);
    expect(text).toMatch(
      /The newest first:\n\n- Blood clots \(clots-v3\.md, 2025-09-09\):\n {2}“[^”]*40 mg twice daily\.” \[2\]\n- Blood clots \(clots-v2\.md, 2023-03-14\):\n {2}“[^”]*60 mg once daily\.” \[1\]/u,
    );
    expect(listUncitedClaims(text)).toEqual([]);
  });

  it('says to a German question that the documents are in English', async () => {
    const english = {
      documents: [
        {
          document: 1,
          title: 'Cleaning agreement',
          contents:
            'The annual price of the services is 21,000 euros. The rooms are swept every day, and the windows are washed in May.',
        },
      ],
    };
    const text = await answer([user('Was kostet die Reinigung pro Jahr?'), ...called(english)]);
    expect(text).toMatch(/^Ich habe in den durchsuchten Dokumenten nichts gefunden.*\n\n.*auf Englisch/u);
    expect(listUncitedClaims(text)).toEqual([]);
  });

  it('quotes the best sentence first, whatever its document’s number or place', async () => {
    const text = await answer([user('Did the winch fail, and what of the tank?'), ...called(documents)]);
    expect(text.indexOf('The winch failed')).toBeLessThan(text.indexOf('The tank holds'));
  });

  it('tells a row or a named value together with its document, and the same value of two documents twice', async () => {
    const ships = ['Halcyon', 'Petrel'].map((title, index) => ({
      document: index + 1,
      title,
      contents: '- Captain: Ines Okafor',
    }));
    const text = await answer([user('Where is Okafor captain?'), ...called({ documents: ships })]);
    expect(text).toContain('- Halcyon: “Captain: Ines Okafor” [1]');
    expect(text).toContain('- Petrel: “Captain: Ines Okafor” [2]');
  });

  it('finds a row by the name of its column', async () => {
    const contents = '| Ship | State |\n| --- | --- |\n| Petrel | lost |\n| Halcyon | sails |';
    const text = await answer([
      user('Which state has Petrel?'),
      ...called({ documents: [{ document: 1, title: 'Fleet', contents }] }),
    ]);
    expect(text).toContain('- Fleet (Ship | State): “Petrel | lost” [1]');
    expect(text).not.toContain('sails');
  });

  it('compares two people only by the same thing', async () => {
    const about = (number: number, name: string, ...lines: string[]) => ({
      document: number,
      title: `Agreement with ${name}`,
      contents: lines.join('\n\n'),
    });
    const ana = about(1, 'Ana Brandt', 'The orchard pays Ana Brandt a fee of €840.');
    const paid = about(
      2,
      'Ivo Pasc',
      'Ivo Pasc gets a bonus of 3 per cent of the harvest.',
      'The orchard pays Ivo Pasc a fee of €1,025.',
    );
    const unpaid = about(2, 'Ivo Pasc', 'Ivo Pasc gets a bonus of 3 per cent of the harvest.');
    const ask = (...found: object[]) =>
      answer([user('Who gets the higher fee, Brandt or Pasc?'), ...called({ documents: found })]);
    const both = await ask(ana, paid);
    expect(readExtractiveAnswer(both).isOutright).toBe(true);
    expect(both).toContain('€840');
    expect(both).toContain('€1,025');
    const one = await ask(ana, unpaid);
    expect(readExtractiveAnswer(one).isOutright).toBe(false);
    expect(one).not.toContain('bonus');
  });

  it.each([
    ['How much do the three pickers cost together?', 'Of the three pickers, Ana costs €840.', false],
    ['How much do the three pickers cost together?', 'The three pickers cost €2,400 together.', true],
    ['What is the average fee of the pickers?', 'The orchard pays the pickers a fee of €840.', false],
    ['What is the average fee of the pickers?', 'The average fee of the pickers is €840.', true],
    ['How many letters did the pickers send?', 'The letters of the pickers were sent in May.', false],
    ['How many letters did the pickers send?', 'The pickers sent 85 letters.', true],
    [
      'Which of the offers for ladders is the cheapest?',
      'The offers for ladders came in May, the first for €90.',
      false,
    ],
  ])('does not take the parts of a result for the result: %s %s', async (question, contents, isOutright) => {
    const found = { documents: [{ document: 1, title: 'Orchard', contents }] };
    const told = await answer([user(question), ...called(found)]);
    expect(told).toContain('“');
    expect(readExtractiveAnswer(told).isOutright).toBe(isOutright);
  });

  it('answers with the word that was searched instead of a mistyped one', async () => {
    const found = {
      corrected: [{ typed: 'tractr', found: ['tractor'] }],
      documents: [
        { document: 1, title: 'Machines', contents: 'The tractor weighs 2,400 kg. The barn is red.' },
      ],
    };
    const told = await answer([user('What is the weight of the tractr?'), ...called(found)]);
    expect(readExtractiveAnswer(told.replace(/^\*.*\*\n+/u, '')).isOutright).toBe(true);
    expect(told).toContain('2,400 kg');
  });

  it('says in German that nothing mentions what is asked, and that an English document may have it', async () => {
    const found = {
      documents: [
        {
          document: 1,
          title: 'Pachtvertrag',
          contents:
            '# Pachtvertrag\n\nDer Vertrag über den Garten Green Acre beginnt am 1. März 2026 und kann bis zum 30. September 2026 gekündigt werden. Die Pacht wird am 3. Mai 2026 bezahlt.',
        },
        {
          document: 2,
          title: 'Minutes',
          contents:
            '# Minutes\n\nThe opening of Green Acre is on 20 October 2026 at seven. The members agreed on this with a large majority of the votes.',
        },
      ],
    };
    const told = await answer([user('Wann ist die Eröffnung von Green Acre?'), ...called(found)]);
    expect(readExtractiveAnswer(told).isOutright).toBe(false);
    expect(told).toContain('keine Erwähnung gefunden von „Eröffnung“');
    expect(told).toContain('20 October 2026');
  });

  it('answers a question about either of two names with what is about one of them', async () => {
    const contents = ['Red barn|Orchard', 'Old mill|Meadow', 'New shed|Quarry']
      .map((row) => row.split('|'))
      .map(([name, place]) => `{ "name": "${name}", "place": "${place} Hill" }`);
    const told = await answer([
      user('Which buildings stand on Orchard Hill or Quarry Hill?'),
      ...called({
        documents: [{ document: 1, title: 'Buildings', contents: `[\n${contents.join(',\n')}\n]` }],
      }),
    ]);
    expect(told).not.toContain('no answer about');
    expect(told).toContain('Red barn');
    expect(told).toContain('New shed');
  });

  it('offers no row of another day as one that fits', async () => {
    const contents =
      '| Date | Keeper | Gate |\n|---|---|---|\n| 2026-05-11 | Ana Roth | North |\n| 2026-05-13 | Ben Ode | South |\n| 2026-05-14 | Ana Roth | South |\n\nDogs stay with the keeper at the gate.';
    const ask = (question: string) =>
      answer([user(question), ...called({ documents: [{ document: 1, title: 'Zoo rota', contents }] })]);
    const none = await ask('Who is keeper on 12 May?');
    expect(readExtractiveAnswer(none).isOutright).toBe(false);
    expect(none).toContain('no mention of “12 May”');
    expect(none).not.toContain('rows that fit');
    const found = await ask('Who is keeper on 13 May?');
    expect(readExtractiveAnswer(found).isOutright).toBe(true);
    expect(found).toContain('Ben Ode');
    expect(found).not.toContain('Ana Roth');
  });

  it('does not say that rows fit if it checked nothing', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => `| ${index + 2} May | ${10 + index} |`).join('\n');
    const contents = `| Day | Visitors |\n|---|---|\n${rows}`;
    const told = await answer([
      user('What are the visitors per feeding?'),
      ...called({ documents: [{ document: 1, title: 'Zoo visitors', contents }] }),
    ]);
    expect(told).not.toContain('rows that fit');
    expect(told).toMatch(/I cannot tell whether other rows matter too|nothing|no mention/u);
  });

  it('says that it quotes only some of the rows that fit', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => `| Vessel ${index} | lost |`).join('\n');
    const ask = (count: number) => {
      const contents = `| Ship | State |\n| --- | --- |\n${rows(count)}`;
      const document = { document: 1, title: 'Fleet', contents };
      return answer([user('Which vessels are lost?'), ...called({ documents: [document] })]);
    };
    expect(await ask(9)).toContain('I have quoted only some of the rows that fit.');
    expect(await ask(9)).toContain('I show 4 of 9 rows: open “Fleet” to see all of them.');
    expect(await ask(2)).not.toContain('only some of the rows');
  });

  it('says which row a table does not have, and offers others only as what comes closest', async () => {
    const contents =
      '| Plant | Pot | Price |\n|---|---|---|\n| Sage | clay | 3.90 |\n| Lavender | plastic | 4.50 |\n| Lavender | clay | 9.80 |';
    const ask = (facts: object) =>
      answer([
        user('How much is a Sage in a plastic pot?'),
        ...called({ ...facts, documents: [{ document: 1, title: 'Nursery', contents }] }),
      ]);
    const told = await ask({ no_row: 'Plant = Sage and Pot = plastic', document: 'Nursery' });
    expect(told).toContain(
      'I found no row with Plant = Sage and Pot = plastic in “Nursery”. What comes closest:',
    );
    expect(readExtractiveAnswer(told).isOutright).toBe(false);
    expect(await ask({})).not.toContain('no row');
  });

  it('does not take what minutes say for something about a person who was only present', async () => {
    const contents =
      '# Choir committee\n\nPresent: Ida Brandt (chair), Per Lund.\n\n## Hall\n\nThe fee for the hall is 120 euros a month.';
    const ask = (question: string) =>
      answer([user(question), ...called({ documents: [{ document: 1, title: 'Choir minutes', contents }] })]);
    const told = await ask("What is Ida Brandt's fee?");
    expect(readExtractiveAnswer(told).isOutright).toBe(false);
    expect(told).toContain('about Ida Brandt');
    expect(readExtractiveAnswer(await ask('What is the fee for the hall?')).isOutright).toBe(true);
  });

  it('quotes the whole record if the fields that the question names say nothing new', async () => {
    const contents =
      '{"exported": "2026-05-02", "pumps": [\n{"id": "P4", "type": "Pump", "litres": 80, "maker": "Rigo", "hall": "North"},\n{"id": "P5", "type": "Pump", "litres": 95, "maker": "Arvo", "hall": "South"}\n]}';
    const told = await answer([
      user('Who makes pump P5?'),
      ...called({ documents: [{ document: 1, title: 'pumps', contents }] }),
    ]);
    expect(told).toContain('maker: Arvo');
  });

  it('does not take the number of one thing for how many there are', async () => {
    const contents =
      '# Pruning the vines\n\nThe shears are sharpened, and the dead wood is cut. Step 2 is left out in a wet year.';
    const told = await answer([
      user('How many steps does the pruning have?'),
      ...called({ documents: [{ document: 1, title: 'Pruning the vines', contents }] }),
    ]);
    expect(readExtractiveAnswer(told).isOutright).toBe(false);
  });

  it('quotes the sentence with the reason first if the question asks why', async () => {
    const contents =
      'Two lambs were returned to the farm because they were lame. The cause was a stone in the paddock. Both lambs were lame on Monday. The lambs that were lame are now in the barn.';
    const told = await answer([
      user('Why were the lambs lame?'),
      ...called({ documents: [{ document: 1, title: 'Farm', contents }] }),
    ]);
    expect(told.indexOf('The cause was a stone')).toBeGreaterThan(-1);
    expect(told.indexOf('The cause was a stone')).toBeLessThan(15);
  });

  it('quotes the reason first even if others are nearer in meaning', async () => {
    const contents =
      'Two lambs were returned to the farm because they were lame. The cause was a stone in the paddock. Both lambs were lame on Monday.';
    const near = (text: string) => (text.includes('lame') ? 0.7 : 0.25);
    const model = extractiveModel({ terms, similarity: async (_, texts) => texts.map(near) });
    const { content } = await model.doGenerate({
      prompt: [
        user('Why were the lambs lame?'),
        ...called({ documents: [{ document: 1, title: 'Farm', contents }] }),
      ],
      tools,
    });
    const [part] = content;
    expect(part?.type === 'text' && part.text.startsWith('- “The cause was a stone')).toBe(true);
  });

  it('takes a misspelt word for the one that the documents have', async () => {
    expect(await answer([user('When did the whinch fial?'), ...called(documents)])).toContain(
      '“The winch failed in March.” [2]',
    );
  });

  it('answers a follow-up by the words of both questions', async () => {
    const prompt = [
      user('What failed in March, the winch?'),
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'The winch [2].' }] },
      user('And by whom repaired?'),
      ...called(documents),
    ];
    expect(await answer(prompt)).toContain('It was repaired by Sofia.” [2]');
  });

  describe('a question that names a year', () => {
    const contents =
      'In 2023 the company had 62 employees in three towns. In 2024 the company had 71 employees. In 2022 the company moved to Lyon.';
    const staff = { documents: [{ document: 1, title: 'Company', contents }] };
    const first = 'How many employees did the company have in 2023?';
    const said = { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'So many [1].' }] };

    it.each([
      [[first], '62 employees'],
      [['How many employees did the company have in 2024?'], '71 employees'],
      [[first, 'and in 2024?'], '71 employees'],
      [[first, 'and in 2025?', 'and in 2024?'], '71 employees'],
    ])('is answered by the sentence with that year alone: %j', async (questions, expected) => {
      const prompt = questions.flatMap((question) => [said, user(question)]).slice(1);
      const text = await answer([...prompt, ...called(staff)]);
      expect(text).toMatch(/^- “/u);
      expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(1);
      expect(text).toContain(expected);
    });

    it.each([
      [['How many employees did the company have in 2025?']],
      [[first, 'and in 2025?']],
      [['How many employees did the company have in March 2023?']],
      [['How many employees did the company have in 2022?']],
    ])('says so where no sentence about it has the year: %j', async (questions) => {
      const prompt = questions.flatMap((question) => [said, user(question)]).slice(1);
      const text = await answer([...prompt, ...called(staff)]);
      expect(text).toMatch(/^I found nothing that answers this outright/u);
      expect(text).toContain('employees');
    });

    it.each(['and now?', 'And today?'])('and asks of no year in a follow-up: %s', async (now) => {
      const query = await answer([user(first), said, user(now)]);
      expect(query).toContain(String.raw`?\nHow many employees did the company have?"`);
      const text = await answer([user(first), said, user(now), ...called(staff)]);
      expect(text).toMatch(/^- “[^\n]*employees/u);
    });

    it('is searched without the year of the question before', async () => {
      const query = await answer([user(first), said, user('and in 2024?')]);
      expect(query).toContain(String.raw`and in 2024?\nHow many employees did the company have?"`);
    });

    it('finds the year in a heading, in the title or in the sentence before', async () => {
      const told = [
        '# Annual report\n\n## 2023\n\nThe company had 62 employees.\n\n## 2024\n\nThe company had 71 employees.',
      ];
      told.push(
        'The year 2023 was quiet. The company had 62 employees.\n\nThe year 2024 was not. The company had 71 employees.',
      );
      for (const text of told) {
        const one = { documents: [{ document: 1, title: 'Company', contents: text }] };
        const found = await answer([
          user('How many employees did the company have in 2024?'),
          ...called(one),
        ]);
        expect(found).toMatch(/^- “The company had 71/u);
      }
      const years = [2023, 2024].map((year) => ({
        document: year - 2022,
        title: `Report ${year}`,
        contents: `The company had ${year - 1961} employees.`,
      }));
      const found = await answer([
        user('How many employees did the company have in 2024?'),
        ...called({ documents: years }),
      ]);
      expect(found).toMatch(/^- “The company had 63 employees.” \[2\]/u);
    });
  });

  describe('a question that names somebody or something', () => {
    const contract = (employee: string, days: number) => ({
      title: 'Contract',
      contents: `Employee: ${employee}\nPost: Rigger\n\nThe pay is EUR ${days * 100} a month. The leave is ${days} days. The notice is ${days - 20} weeks.`,
    });
    const files = {
      documents: [
        contract('Rui Costa', 24),
        contract('Petra Holm', 29),
        {
          title: 'Minutes',
          contents: 'Ada Vieira proposed to buy a boat for EUR 900. Ada Vieira left at noon.',
        },
      ].map((file, index) => ({ ...file, document: index + 1 })),
    };
    const said = { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'So [1].' }] };
    const ask = (...questions: string[]) =>
      answer([...questions.flatMap((question) => [said, user(question)]).slice(1), ...called(files)]);
    const quotes = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));

    it('is not answered by what is said of another one', async () => {
      const text = await ask('What is the pay of Ada Vieira?');
      expect(text).toMatch(/^I found nothing that answers this about Ada Vieira\. What comes closest:\n/u);
      expect(readExtractiveAnswer(text).isOutright).toBe(false);
      expect(listUncitedClaims(text)).toEqual([]);
      expect(await ask('What is the pay of Bo Lund?')).toMatch(/^I found nothing/u);
    });

    it('says whose it is where only the document tells', async () => {
      expect(quotes(await ask('What is the pay of Petra Holm?'))).toEqual([
        '- Contract: “Employee: Petra Holm” [2] “The pay is EUR 2900 a month.” [2]',
      ]);
    });

    it('is followed by one about another name, and by one that compares them', async () => {
      const first = 'How many days of leave does Rui Costa have?';
      const [second] = quotes(await ask(first, 'And Petra Holm?'));
      expect(second).toContain('“Employee: Petra Holm” [2] “The leave is 29 days.” [2]');
      const both = quotes(await ask(first, 'And Petra Holm?', 'Who has more leave?')).join('\n');
      expect(both).toMatch(/Rui Costa.*24 days.*\n.*Petra Holm.*29 days/u);
      expect(await answer([user(first), said, user('And Petra Holm?')])).toContain(
        '"How many days of leave does Petra Holm have?"',
      );
      const other = await answer([user(first), said, user('And what does Petra Holm earn?')]);
      expect(other).toContain('days of leave');
      expect(other).not.toContain('Rui Costa');
    });

    it('gives each its own where it compares two, and says what it does not find', async () => {
      const both = quotes(await ask('Compare the notice of Petra Holm and Rui Costa.'));
      expect(both).toHaveLength(2);
      expect(both[0]).toContain('“Employee: Petra Holm” [2] “The notice is 9 weeks.” [2]');
      expect(both[1]).toContain('“Employee: Rui Costa” [1] “The notice is 4 weeks.” [1]');
      const one = await ask('Compare the notice of Petra Holm and Bo Lund.');
      expect(one).toContain('I found nothing that answers this about Bo Lund.');
      expect(quotes(one)).toHaveLength(1);
    });
  });

  it('quotes of a record of a JSON file the fields that were asked for', async () => {
    const clients = [
      ['Vela Homes', 'Ana Lima', '555 1'],
      ['Marlin Ltd', 'Jo Reis', '555 2'],
    ].map(([name, contact, phone]) => ({ id: 7, name, contact, phone, city: 'Faro', active: true }));
    const contents = JSON.stringify({ made: '2026-01-01', clients });
    const text = await answer([
      user('What is the phone number of Jo Reis?'),
      ...called({ documents: [{ document: 1, title: 'Clients', contents }] }),
    ]);
    expect(text).toMatch(/^- Clients: “contact: Jo Reis, phone: 555 2” \[1\]\n/u);
    expect(text).not.toContain('555 1');
  });

  it('counts what a paragraph has said before a sentence', async () => {
    const contents =
      '1. The new crane was discussed. The bid of Vela Ltd for EUR 410 won. The bid of Marlin Ltd lost.\n\n| Task | By |\n| --- | --- |\n| Order the new crane | 2026-03-20 |';
    const text = await answer([
      user('Which bid for the new crane won, and at what price?'),
      ...called({ documents: [{ document: 1, title: 'Meeting', contents }] }),
    ]);
    expect(text.split('\n')[0]).toBe('- “The bid of Vela Ltd for EUR 410 won.” [1]');
  });

  it('lists what it counted when asked which ones', async () => {
    const prompt = [user('How many orders are late?'), user('Which ones?')];
    expect(await answer(prompt)).toBe('retrieve_context {"query":"which orders are late?"}');
  });

  describe('sources that disagree (CIT-9)', () => {
    const contracts = [
      {
        document: 1,
        title: 'Service contract',
        metadata: 'path: contract-2023.md',
        contents: '## Fee\n\nThe annual fee is 12,000 euros. It is payable in four instalments.',
      },
      {
        document: 2,
        title: 'Amendment to the service contract',
        metadata: 'path: contract-2024-amendment.md',
        contents: '## Fee\n\nThe annual fee is 13,500 euros.',
      },
    ];
    const told = (text: string) => text.split('\n').filter((line) => line !== '');

    it.each(['What is the fee?', 'What is the annual fee?', 'How much is the annual fee?'])(
      'are quoted both with their titles, the newest first: %s',
      async (question) => {
        const lines = told(await answer([user(question), ...called({ documents: contracts })]));
        expect(lines[0]).toBe('I found sources that disagree. The newest first:');
        expect(lines.slice(1, 5)).toEqual([
          '- Amendment to the service contract (2024):',
          '  “The annual fee is 13,500 euros.” [2]',
          '- Service contract (2023):',
          '  “The annual fee is 12,000 euros.” [1]',
        ]);
        expect(listUncitedClaims(lines.join('\n\n'))).toEqual([]);
      },
    );

    it.each([
      ['What is the fee in the amendment?', '13,500', '12,000'],
      ['What is the annual fee in the amended contract?', '13,500', '12,000'],
      ['What was the fee in 2023?', '12,000', '13,500'],
      ['What is the fee in contract-2023.md?', '12,000', '13,500'],
    ])('unless the question names one of them: %s', async (question, quoted, other) => {
      const text = await answer([user(question), ...called({ documents: contracts })]);
      expect(text).toContain(quoted);
      expect(text).not.toContain(other);
      expect(text).not.toContain('disagree');
    });

    it('are told in any form: named values, another date, a denial, another name', async () => {
      const pairs: [string, string, string][] = [
        ['What is the fee?', '- Fee: 12,000 euros', '- Fee: 13,500 euros'],
        [
          'When does the contract end?',
          'The contract ends on 3 May 2025.',
          'The contract ends on 9 June 2026.',
        ],
        ['Are dogs allowed on board?', 'Dogs are allowed on board.', 'Dogs are not allowed on board.'],
        [
          'Who is the head of finance?',
          'The head of finance is Petra Holm.',
          'The head of finance is Rui Costa.',
        ],
      ];
      for (const [question, one, other] of pairs) {
        const documents = [
          { document: 1, title: 'Handbook', metadata: 'date: 2022-03-01', contents: one },
          {
            document: 2,
            title: 'Handbook (new)',
            metadata: 'from: Ann; date: Fri, 1 Mar 2024 10:00:00 +0100',
            contents: other,
          },
        ];
        const lines = told(await answer([user(question), ...called({ documents })]));
        expect(lines[0]).toContain('I found sources that disagree');
        expect(lines[1]).toBe('- Handbook (new) (2024-03-01):');
        expect(lines[3]).toBe('- Handbook (2022-03-01):');
      }
    });

    it('are not those about two things, nor two sentences that agree', async () => {
      const pairs: [string, string][] = [
        ['The north tower is 61 metres high.', 'The south tower is 58 metres high.'],
        ['The tower is 61 metres high.', 'At 61 metres, the tower is the highest in town.'],
      ];
      for (const [one, other] of pairs) {
        const documents = [one, other].map((contents, index) => ({
          document: index + 1,
          title: 'T',
          contents,
        }));
        expect(await answer([user('How high is the tower?'), ...called({ documents })])).not.toContain(
          'disagree',
        );
      }
    });
  });

  describe('a question that asks who', () => {
    const ask = (question: string, ...contents: string[]) =>
      answer([
        user(question),
        ...called({
          documents: contents.map((text, index) => ({ document: index + 1, title: 'Team', contents: text })),
        }),
      ]);

    it.each([
      ['Who is the head of finance?', 'The head of finance signs all payments.'],
      ['Who is the Head of Finance?', 'The Head of Finance approves every invoice in March.'],
      ['Who is the treasurer?', 'The treasurer signs all payments.'],
      ['Who founded Harbour Ltd?', 'Harbour Ltd was founded in 1990.'],
    ])('says so where no sentence has a name: %s', async (question, contents) => {
      const text = await ask(question, contents);
      expect(text).toMatch(/^I found no name that answers this\. What comes closest:\n\n- “/u);
      expect(text).toContain(contents);
    });

    it.each([
      ['Who is the head of finance?', 'The head of finance is Petra Holm.'],
      ['Who is the head of finance?', 'Petra is head of finance.'],
      ['Who is the head of finance?', 'Head of finance: Petra Holm'],
      ['Who is Petra Holm?', 'Petra Holm is the head of finance.'],
      ['who is petra holm?', 'Petra Holm is the head of finance.'],
      ['Who repaired the winch?', 'The winch was repaired by the engineer.'],
      ['Who keeps the roof in repair?', 'The landlord keeps the roof and the walls in repair.'],
      ['Who may enter the galley?', 'Members may enter the galley after six.'],
      ['What happens to members who leave?', 'Members lose their deposit if they leave.'],
      ['Wer leitet die Finanzen?', 'Die Finanzen leitet Petra Holm.'],
    ])('is answered by a name, or by who may or did: %s (%s)', async (question, contents) => {
      expect(await ask(question, contents)).toMatch(/^- /u);
    });

    it('says that nothing mentions a deed, though other things of the same name are told', async () => {
      const bridge =
        'Dana Brook inspected Alder Bridge in 2024. Inspect Alder Bridge every year until it is sound.';
      const shed = 'The boat shed was built by Ona Pike in 1974.';
      const award = 'For Alder Bridge 5 per cent is held back for a year after completion.';
      for (const question of ['Who built Alder Bridge?', 'In which year was Alder Bridge built?'])
        expect(await ask(question, bridge, shed, award)).toMatch(/^I found no.*“built”/u);
      const said = 'Alder Bridge was erected in 1931 by Holm & Sons.';
      expect(await ask('In which year was Alder Bridge built?', bridge, said)).not.toContain('no mention');
    });

    it('quotes the sentence with the name first', async () => {
      const text = await ask(
        'Who is the head of finance?',
        'The head of finance signs all payments.',
        'Since May the head of finance and of stores is Petra Holm.',
      );
      expect(text.split('\n')[0]).toContain('Petra Holm');
    });
  });

  describe('says its own sentences in the language of the question', () => {
    it.each([
      ['Welche Vitamine sind im Kohl?', [], 'Ich habe in den durchsuchten Dokumenten nichts gefunden'],
      ['Was kannst du?', [], 'Ich antworte mit Sätzen aus'],
      ['fee', ['Wie hoch ist die Gebühr?'], 'Ich habe in den durchsuchten Dokumenten nichts gefunden'],
      ['Which vitamins are in kale?', ['Wie hoch ist die Gebühr?'], 'I found nothing'],
    ])('%s', async (question, before, expected) => {
      const isSearched = !question.startsWith('Was');
      const prompt = [...before.map(user), user(question), ...(isSearched ? called(documents) : [])];
      const text = await answer(prompt);
      expect(text).toContain(expected);
      expect(listUncitedClaims(text)).toEqual([]);
    });

    it('and says what it is once in a conversation, whatever the language', async () => {
      const first = await answer([user('Wie viel fasst der Tank?'), ...called(documents)]);
      expect(first).toContain('*Ich kann nur zitieren, weil kein Sprachmodell eingerichtet ist.');
      expect(readExtractiveAnswer(first).text).not.toContain('Sprachmodell');
      const prompt = [
        user('Wie viel fasst der Tank?'),
        { role: 'assistant' as const, content: [{ type: 'text' as const, text: first }] },
        user('When did the winch fail?'),
        ...called(documents),
      ];
      expect(await answer(prompt)).not.toContain('no language model');
    });
  });

  it('asks of a long message what it begins and ends with, and of one that was paged out what it ends with', async () => {
    const filler = 'The tide turned and the pilot wrote it down. '.repeat(200);
    const long = await answer([user(`Please read this. ${filler}How much does the tank hold?`)]);
    expect(long.length).toBeLessThan(1_000);
    expect(long).toContain('Please read this.');
    expect(long).toContain('How much does the tank hold?');
    const paged = `<fd_result fd="fd:1"><preview>${filler}</preview></fd_result>\nThe message ends with:\n${filler.slice(0, 900)}How much does the tank hold?`;
    const asked = await answer([user(paged)]);
    expect(asked).toContain('How much does the tank hold?');
    expect(asked).not.toContain('fd_result');
  });

  it('greets without a search, and says what can be asked', async () => {
    for (const words of ['Hello!', 'What can you do?', 'thanks'])
      expect(await answer([user(words)])).toContain('I answer with sentences from your documents');
    expect(await answer([user('Hello!')], { tools: [] })).toContain('I see none here that you may read');
  });

  it('CIT-7 says nothing of itself that would count as a claim without a source', async () => {
    const said = [FOOTER, await answer([user('Hello!')]), await answer([user('Hello!')], { tools: [] })];
    for (const text of said) expect(listUncitedClaims(text)).toEqual([]);
  });

  it('gives counts and lists from the figures of the tool, citing what was counted', async () => {
    const title = 'Count of items containing “winch”';
    const figures = {
      count: 3,
      unit: 'items',
      filter: 'containing “winch”',
      counted: title,
      documents: [{ document: 7, title, contents: `${title}: 3 items.\n1. A\n2. B [1]\n3. C` }],
    };
    const text = await answer([user('How many papers name the winch?'), ...called(figures)]);
    expect(text).toContain('**3** items containing “winch” [7].');
    expect(text).toContain('- B \\[1\\] [7]');
  });

  it('shows no count as proven that is of more than was asked', async () => {
    const counted = (count: number, filter: string) => {
      const title = `Count of items ${filter}`.trim();
      const document = { document: 7, title, contents: `${title}: ${count} items.` };
      return called({ count, unit: 'items', filter, counted: title, documents: [document] });
    };
    const signed = await answer([user('How many documents were signed in 2025?'), ...counted(41, '')]);
    expect(signed).toContain('I could not apply “signed”, “2025”. I count 41 items without that.');
    expect(signed).not.toContain('[7]');
    const none = await answer([user('How many policies are there?'), ...counted(0, 'named “polic”')]);
    expect(none).toContain('I cannot tell which documents are policies: I found none with such a name.');
    const named = await answer([user('How many contracts do we have?'), ...counted(3, 'named “contract”')]);
    expect(named).toContain('**3** items named “contract” [7].');
    expect(named).toContain('I can tell contracts only by their names');
    for (const text of [signed, none, named]) expect(listUncitedClaims(text)).toEqual([]);
  });

  it('answers from attached documents where no tool may be called', async () => {
    const prompt = [
      user(`These are context.\n${JSON.stringify(documents)}`),
      user('How much does the tank hold?'),
    ];
    expect(await answer(prompt, { toolChoice: { type: 'none' } })).toContain('[4]');
  });

  it('searches a follow-up together with the question before it', async () => {
    const prompt = [
      user('What failed on the voyage H-2401?'),
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'The winch [2].' }] },
      user('And how long did it take?'),
    ];
    expect(await answer(prompt)).toContain('H-2401');
  });

  it('passes on a failed search plainly and survives any text as a result', async () => {
    expect(await answer([user('Why?'), ...called('{"documents": 5')])).toContain('I found nothing');
    expect(await answer([user('Why?'), ...called('')])).toContain('I found nothing');
    expect(await answer([])).toContain('I answer with sentences');
  });

  it('streams the same text that it generates', async () => {
    const prompt = [user('How much does the tank hold?'), ...called(documents)];
    const { stream } = await extractiveModel({ terms }).doStream({ prompt, tools });
    let text = '';
    const types: string[] = [];
    for await (const part of stream) {
      types.push(part.type);
      if (part.type === 'text-delta') text += part.delta;
    }
    expect(text).toBe(await answer(prompt));
    expect(types[0]).toBe('stream-start');
    expect(types.at(-1)).toBe('finish');
  });
});

describe('CTX-8 a reminder is not the question', () => {
  it('also when no search has run yet', async () => {
    const prompt = [
      user('How much does the tank hold?'),
      user('<reminder>\nAnswer in two sentences.\n</reminder>'),
    ];
    expect(await answer(prompt)).toContain('How much does the tank hold?');
  });

  it('escapes brackets that would be read as citations, except in code', async () => {
    const contents = 'The winch [sic] reads `list[0]` first.';
    const text = await answer([
      user('What does the winch read?'),
      ...called({ documents: [{ document: 1, title: 'W', contents }] }),
    ]);
    expect(text).toContain('“The winch \\[sic\\] reads `list[0]` first.” [1]');
  });
});

const ask = (question: string, ...contents: string[]) =>
  answer([
    user(question),
    ...called({
      documents: contents.map((text, index) => ({
        document: index + 1,
        title: `Note ${index}`,
        contents: text,
      })),
    }),
  ]);

describe('Somebody else’s figure', () => {
  const farrier =
    '# Agreement with the farrier\n\n1. Mr Dunn shoes the horses every six weeks.\n2. He is paid €640 a month. He has 24 days of leave a year.';
  const lessons =
    '| Lesson | Members | Guests | Note |\n|---|---|---|---|\n| Jumping | 28.00 | 36.00 | groom and helmet extra |';

  it('is no answer, though a pronoun or the note of a row stands near the one asked about', async () => {
    for (const question of ['How much is the groom paid?', 'How many days of leave does the groom have?'])
      expect(await ask(question, lessons, farrier)).toMatch(/^I found no/u);
    for (const question of ['How much is the farrier paid?', 'What does the farrier earn?'])
      expect(await ask(question, lessons, farrier)).toMatch(/^- .*“He is paid €640 a month\.”/u);
  });

  it('is told by any word for pay, of the paper that is about the person, and not of a namesake', async () => {
    const agreement =
      '# Riding instructor\n\nBetween the riding club and Ms Ines Kolb. In force from 1 March 2025.\n\nThe salary is €31,400 a year.';
    const accounts = 'Nobody on the board was paid, except Ines Kolb, who received €29,800 in 2024.';
    const letter =
      'Our treasurer Jonas Kolb is the executor. The sum of €9,000 will be paid in May. Ines Kolb gets the saddle.';
    for (const question of [
      'How much does Ines Kolb earn?',
      'How much is Ines Kolb paid?',
      'What is the wage of Ines Kolb?',
    ]) {
      const text = await ask(question, letter, agreement, accounts);
      expect(text).toContain('€31,400');
      if (!question.includes('paid')) expect(text).toMatch(/^- [^\n]*\n?[^\n-]*€31,400/u);
      expect(text).not.toContain('€9,000');
    }
  });
});

it('quotes beside an answer only what has a figure of the kind, too', async () => {
  const rules =
    '# Agreement with the cook\n\nThe notice period of the cook is four weeks. In the first month the notice period was three days. The cook keeps the larder and orders the fish.';
  const text = await ask('How long is the notice period of the cook?', rules);
  expect(text).toContain('four weeks');
  expect(text).not.toContain('larder');
  // For a second question, the rest may be the answer.
  expect(
    await ask('How long is the notice period of the cook, and what does the cook keep?', rules),
  ).toContain('larder');
});

describe('What was decided', () => {
  const minutes =
    '# Minutes, 4 May\n\nTwo offers for the jetty were on the table. The board accepted the offer of Lindqvist, if the permit is given. The slipway was painted.';
  const contract = 'Lindqvist inspects the jetty twice a year. The jetty is closed in January.';

  it('is found by any word for it', async () => {
    for (const question of ['What was decided about the jetty?', 'What did the board agree on the jetty?'])
      expect(await ask(question, contract, minutes)).toMatch(
        /^[^“]*“The board accepted the offer of Lindqvist/u,
      );
  });

  it('is quoted where the question asks what is known', async () => {
    expect(await ask('What do we know about the jetty?', minutes, contract)).toMatch(/^- /u);
  });
});

describe('A figure that its author took back', () => {
  it('stands behind the right one, and never without the sentence that takes it back', async () => {
    const text = await ask(
      'How much is the lifeboat fund?',
      'The lifeboat fund stood at €18,240 in my note of May. That was a slip of the pen; the figure below is right.',
      'Lifeboat fund: the balance of the lifeboat fund is €12,840.',
    );
    expect(text).toContain('€12,840');
    const wrong = text.indexOf('€18,240');
    if (wrong !== -1) {
      expect(text.indexOf('€12,840')).toBeLessThan(wrong);
      expect(text).toContain('€18,240 in my note of May. That was a slip of the pen');
    }
  });

  it('stands behind its correction in another document', async () => {
    const text = await ask(
      'What was the vote on the mooring fees?',
      'The vote on the mooring fees was 9 for and 1 against.',
      'One correction to the minutes: the vote on the mooring fees was 8 for and 2 against, not 9 for and 1 against.',
    );
    expect(text.indexOf('One correction')).toBeGreaterThan(-1);
    expect(text.indexOf('One correction')).toBeLessThan(`${text}“The vote on`.indexOf('“The vote on'));
  });
});

it('takes a row of a price list for a price, whatever its columns are called', async () => {
  const contents = '| Slip | Members | Visitors |\n|---|---|---|\n| Inner quay | 9.50 | 13.00 |';
  const text = await answer([
    user('How much does the inner quay cost for visitors?'),
    ...called({ documents: [{ document: 1, title: 'Berths', contents }] }),
  ]);
  expect(text).toContain('Inner quay | 9.50 | 13.00');
  expect(text).not.toContain('nothing that answers');
});

it('takes no month and no number of a row for a price, though its document is a budget', async () => {
  const contents = '| Tour | When | Guide |\n|---|---|---|\n| T-14 | October 2026 | Ana Reis |';
  const text = await answer([
    user('What did tour T-14 cost?'),
    ...called({ documents: [{ document: 1, title: 'Budget and plan for 2026', contents }] }),
  ]);
  expect(text).toMatch(/^I found nothing that answers this outright/u);
});

it('answers how much something is in German by the row with the figure', async () => {
  const contents =
    '# Wasserprobe\n\nIn Becken 2 sind der Chlorgehalt und die Temperatur zu hoch.\n\n| Größe | Becken 1 | Becken 2 |\n|---|---|---|\n| Temperatur in °C | 24,1 | 29,4 |\n| Chlorgehalt in mg/l | 0,4 | 0,9 |';
  const text = await answer([
    user('Wie hoch ist die Temperatur in Becken 2?'),
    ...called({ documents: [{ document: 1, title: 'Wasserprobe', contents }] }),
  ]);
  expect(text).toMatch(/^[^“„]*[“„]Temperatur in °C \| 24,1 \| 29,4/u);
});

describe('questions about papers of a garage', () => {
  const inspection = (number: number, date: string, tread: string, more: string) => ({
    document: number,
    title: `Inspection report ${number === 1 ? 'KR-77' : 'KR-77-B'}`,
    contents: `# Inspection report ${number === 1 ? 'KR-77' : 'KR-77-B'}\n\nDate of report: ${date}. Van of Feldner Bakery.${more}\n\n| Wheel | Tread (mm) | Brake pad (mm) |\n|---|---|---|\n| Front left | ${tread} | 6 |\n| Rear left | 4.1 | 8 |`,
  });
  const files = {
    documents: [
      inspection(1, '4 March 2026', '1.4', ''),
      inspection(2, '11 March 2026', '3.4', ' It replaces report KR-77 of 4 March 2026.'),
      {
        document: 3,
        title: 'Letter of Feldner Bakery',
        contents:
          'Your report KR-77 gives 1.4 mm of tread for the front left wheel. We ask you to check it. The van is needed again by Friday.',
      },
      {
        document: 4,
        title: 'Terms',
        contents:
          'Tyrol Parts delivers brake discs to the yard within two working days. A car that has no key tag may be parked if its owner signs for it. The council is responsible for the drain.',
      },
    ],
  };
  const ask = async (question: string) =>
    (await answer([user(question), ...called(files)])).replace(FOOTER, '').trim();

  it('gives what each of two documents says, the one in force first', async () => {
    const text = await ask(
      'What do the two reports on Feldner Bakery give for the tread of the front left wheel?',
    );
    expect(text).toMatch(
      /^I found versions that differ.*KR-77-B[^“]*“Front left \| 3\.4[^“]*“Front left \| 1\.4/su,
    );
    expect(text).not.toContain('Letter');
    expect(listUncitedClaims(text)).toEqual([]);
  });

  it.each([
    ['How long is Tyrol Parts allowed to take to deliver brake discs?', 'two working days'],
    ['What happens to a car that comes without a key tag?', 'no key tag may be parked'],
    ['Who is responsible for the drain?', 'The council is responsible'],
  ])(
    'answers in other words of every day, and does not say that nothing answers: %s',
    async (question, said) => {
      const text = await ask(question);
      expect(text).toMatch(/^- /u);
      expect(text).toContain(said);
    },
  );
});

describe('German questions', () => {
  const german = (text: string) => analyseText({ text, language: 'de' });
  const files = {
    documents: [
      {
        document: 1,
        title: 'Prüfprotokoll der Seilbahn',
        contents:
          '# Prüfprotokoll der Seilbahn\n\nPrüfung am 3. Mai 2026 durch Firma Gratwerk, Prüfer Anton Moser\n\nIn Kabine 2 ist der Kohlendioxidgehalt zu hoch. Für die Wartung des Motors ist die Gemeinde zuständig.\n\n| Größe | Kabine 1 | Kabine 2 |\n|---|---|---|\n| Kohlendioxid (ppm) | 640 | 1480 |\n| Lärm (dB) | 61 | 66 |',
      },
      {
        document: 2,
        title: 'Preise',
        contents:
          '# Preise\n\n| Artikel | Preis (EUR) | Bestand |\n|---|---|---|\n| Tageskarte | 38,00 | 0 |\n| Wanderstock | 22,50 | 14 |\n| Sonnencreme | 9,90 | 31 |',
      },
    ],
  };
  it.each([
    ['Wie hoch ist der Kohlendioxidgehalt in Kabine 2?', /Kohlendioxid \(ppm\) \| 640 \| 1480/u],
    ['Wie hoch ist der Lärm von Kabine 2?', /Lärm \(dB\) \| 61 \| 66/u],
    ['Wer hat die Seilbahn geprüft?', /Prüfer Anton Moser/u],
    ['Wer ist für die Wartung des Motors zuständig?', /die Gemeinde zuständig/u],
    ['Was kostet ein Wanderstock?', /Wanderstock \| 22,50/u],
  ])('are answered in other forms of their words: %s', async (question, said) => {
    const model = extractiveModel({ terms: german, createId: () => 'id' });
    const { content } = await model.doGenerate({ prompt: [user(question), ...called(files)], tools });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text).not.toMatch(/^Ich habe/u);
    expect(text.split('\n')[0]).toMatch(said);
  });

  it('write things like names, which are none', () => {
    expect(askedNames('Wie viele Tuben Sonnencreme sind auf Lager?')).toEqual([]);
    expect(askedNames('Wie hoch ist die Temperatur von Becken 2?')).toEqual(['Becken 2']);
    expect(askedNames('Was verdient Anton Moser?')).toEqual(['Anton Moser']);
  });
});

it('leads to a document in another language where its own does not answer', async () => {
  const files = {
    documents: [
      {
        document: 1,
        title: 'Newsletter',
        contents: 'Our friends from Grathausen will play the horn on the terrace. Tea is served.',
      },
      {
        document: 2,
        title: 'Brief der Musikkapelle Grathausen',
        contents:
          '# Brief der Musikkapelle Grathausen\n\nLiebe Freunde, vielen Dank für die Einladung. Die Kapelle aus Grathausen kommt am 14. Juni 2026 mit dem Bus und reist am Abend wieder ab. Wir freuen uns auf das Konzert und bringen die Noten selbst mit.',
      },
    ],
  };
  const text = await answer([user('When do the friends from Grathausen come?'), ...called(files)]);
  expect(text).toMatch(/^I found nothing that answers this outright/u);
  expect(text).toMatch(
    /in German that mentions “Grathausen”.*\n\n- Brief.*“[^”]*14\. Juni 2026[^”]*” \[2\]/u,
  );
  expect(readExtractiveAnswer(text).isOutright).toBe(false);
  expect(listUncitedClaims(text)).toEqual([]);
});

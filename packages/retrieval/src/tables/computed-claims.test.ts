import { ClaimVerifier } from '@ibid/core/internal';
import { describe, expect, it } from 'vitest';
import { composeAnswer } from '../extractive/compose-answer.js';
import { renderTable } from '../parse/render-table.js';
import { answerQuestion } from './answer-from-tables.js';
import { documentTables } from './document-tables.js';
import { tableChunks, tableFigures } from './table-source.js';

const HONEY = [
  ['Week beginning', 'Jars sold', 'Income EUR'],
  ['2026-06-01', '402', '5628'],
  ['2026-06-08', '1284', '23112'],
  ['2026-06-15', '2240', '44128'],
];
const HIVES = [
  ['Hive', 'Apiary', 'Frames', 'Note', 'Queen'],
  ['10', '3', '12', 'Swarmed in May', ''],
  ['11', '3', '9', 'New queen raised', 'marked'],
  ['12', '4', '7', 'Weak after winter', ''],
];

/** The lines of an answer, with the verdict on each. */
async function verdicts(question: string, title: string, rows: readonly (readonly string[])[]) {
  const tables = await documentTables(`# Sheet1\n\n${renderTable(rows.map((row) => [...row]))}`);
  const found = await answerQuestion(question, [
    { document: { id: 'a', title, name: `${title}.csv` }, tables },
  ]);
  if (!found) return null;
  const chunks = tableChunks(found);
  const documents = chunks.map(({ title: name, text }) => ({
    number: 1,
    title: name,
    path: '',
    date: null,
    version: [],
    contents: text ?? '',
    rank: 0,
  }));
  const text = composeAnswer({
    question,
    sentences: [],
    unanswered: [],
    results: [{ toolName: 'query_table', text: '', figures: tableFigures(found), isError: false }],
    documents,
    searched: true,
    canSearch: true,
    wantsList: false,
    isKnown: true,
    language: 'en',
  });
  const verifier = new ClaimVerifier({ chunks });
  return text
    .split('\n')
    .map((line) => line.replace(/^- /u, '').replace(/ ?\[1\]\.?$/u, ''))
    .map((claim) => [claim, verifier.check({ claim, chunks }).verdict]);
}

describe('KB-12 a computed answer is checked against its rows, not against the text of its query', () => {
  it('supports the best row', async () => {
    expect(await verdicts('Which week had the highest income?', 'honey', HONEY)).toEqual([
      ['2026-06-15: Income EUR **44,128**', 'supported'],
    ]);
  });

  it('supports each row of a list, the last too, and leaves out empty cells', async () => {
    expect(await verdicts('Which hives are in apiary 3?', 'hives', HIVES)).toEqual([
      ['**10**: Apiary 3, Frames 12, Note Swarmed in May', 'supported'],
      ['**11**: Apiary 3, Frames 9, Note New queen raised, Queen marked', 'supported'],
    ]);
  });

  it('marks and supports a row that begins with a time as a whole', async () => {
    const duty = [
      ['Shift', 'Date', 'On duty'],
      ['16:00-19:00', '2026-11-18', 'Nora Lind'],
      ['10:00-13:00', '2026-11-21', 'Ada Brenner'],
      ['10:00-13:00', '2026-12-05', 'Nora Lind'],
    ];
    expect(await verdicts('Which shifts does Nora Lind have?', 'on-duty', duty)).toEqual([
      ['**16:00-19:00**: Date 2026-11-18, On duty Nora Lind', 'supported'],
      ['**10:00-13:00**: Date 2026-12-05, On duty Nora Lind', 'supported'],
    ]);
  });

  it('supports the best rows of a table, and does not speak of the others', async () => {
    const found = await verdicts('What are the 2 weeks with the highest income?', 'honey', HONEY);
    expect(found?.map(([, verdict]) => verdict)).toEqual(['supported', 'supported']);
  });
});

const RISKS = [
  ['No', 'Danger', 'Who', 'Score', 'Measure'],
  ['1', 'Smoke from the smoker', 'keeper', '6', 'Gloves'],
  ['2', 'Swarm over the path', 'visitors', '12', 'Rope off the path'],
  ['3', 'Falling frames', 'keeper', '10', 'Two people lift'],
];

describe('KB-12 questions whose form decides what is calculated', () => {
  const answered = async (question: string, title: string, rows: readonly (readonly string[])[]) =>
    (await verdicts(question, title, rows))?.map(([line]) => line) ?? null;

  it.each([
    ['List the dangers of the apiary with their scores.', 3],
    ['List the scores in the risk sheet of the apiary.', 3],
    ['How many dangers have a score of 10 or more?', 1],
  ])(
    'lists the cells asked for of a named table, or counts rows within a limit: %s',
    async (question, lines) => {
      const found = await answered(question, 'Risk sheet of the apiary', RISKS);
      expect(found).toHaveLength(lines);
      expect(found?.join('\n')).toContain(lines === 3 ? '**Swarm over the path**: Score 12' : '**2**');
    },
  );

  it.each(['List the dangers of the vineyard with their scores.', 'List the dangers with their scores.'])(
    'lists nothing if the question does not name the table: %s',
    async (question) => expect(await answered(question, 'Risk sheet of the apiary', RISKS)).toBeNull(),
  );

  it('lists nothing if only the column is named like the table', async () => {
    expect(await answered('List all dangers.', 'Dangers', RISKS)).toBeNull();
  });

  it('takes the average per week of rows that are weeks from all of them', async () => {
    expect(await answered('What is the average income per week?', 'honey', HONEY)).toEqual([
      'The average of Income EUR is **24,289.33**',
    ]);
  });

  it('does not compare offers by a line of one offer', async () => {
    const offer = [
      ['Item', 'Quantity', 'Price EUR'],
      ['Extractor', '1', '540'],
      ['Jars', '200', '118'],
    ];
    expect(
      await answered('Which is the most expensive extractor offer?', 'Offer of Apis Ltd', offer),
    ).toBeNull();
    const offers = [
      ['Supplier', 'Price EUR'],
      ['Apis', '540'],
      ['Melli', '612'],
    ];
    expect(await answered('Which offer is the cheapest?', 'Offers for the extractor', offers)).toEqual([
      'Apis: Price EUR **540**',
    ]);
  });
});

it.each([
  ['What is the total income?', 'The sum of Income is **£28,740.50**'],
  ['What is the total weight?', 'The sum of Weight is **12,500.5 kg**'],
])('KB-12 writes and proves a figure with its unit: %s', async (question, line) => {
  const sales = [
    ['Week', 'Income', 'Weight'],
    ['2026-06-01', '£5,628', '500 kg'],
    ['2026-06-08', '£23,112.50', '12000.5 kg'],
  ];
  expect(await verdicts(question, 'honey', sales)).toEqual([[line, 'supported']]);
});

it('KB-12 says how many rows it shows of a longer list, and where the others are', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => [`Hive ${index + 1}`, index < 55 ? 'Hill' : 'Ford']);
  const told = await verdicts('Which hives are at place Hill?', 'Bee yards', [['Hive', 'Place'], ...rows]);
  expect(told?.map(([line]) => line).at(-1)).toBe(
    'I show 50 of 55 rows: open “Bee yards” to see all of them.',
  );
});

it('KB-12 counts the rows of a kind beside their quantities', async () => {
  const stock = [
    ['Item', 'Quantity'],
    ['Frame, deep', '40'],
    ['Frame, shallow', '25'],
    ['Smoker', '3'],
  ];
  const told = await verdicts('How many frames are there?', 'Store', stock);
  expect(told?.map(([line]) => line).filter((line) => line !== '')).toEqual([
    'I found 2 rows that fit:',
    '**Frame, deep**: Quantity 40',
    '**Frame, shallow**: Quantity 25',
  ]);
});

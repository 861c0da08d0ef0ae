import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { openLocalEmbedder } from '../embed/open-local-embedder.js';
import type { Embedder } from '../knowledge/index.js';
import { parseDocument } from '../parse/index.js';
import { askedQuestion } from './asked-question.js';
import { CONTRACT_COLUMNS, CONTRACTS } from './contracts.test-helper.js';
import type { EvidenceCell, EvidenceColumn } from './evidence-column.js';
import { EvidenceDocument } from './evidence-document.js';
import { absentCell } from './foreign-question.js';
import { proposeCell, similaritiesBy } from './propose-cell.js';
import { quoteCell } from './quote-cell.js';

let embedder: Embedder;
beforeAll(async () => {
  embedder = await openLocalEmbedder();
});
afterAll(() => embedder.close?.());

async function documentOf(text: string, name = 'contract.md'): Promise<EvidenceDocument> {
  const parsed = await parseDocument({ bytes: new TextEncoder().encode(text), name });
  const chunks = chunkDocument({ document: parsed }).map((chunk) => ({
    ...chunk,
    id: String(chunk.ordinal),
    itemId: name,
    knowledgeBaseId: 'base',
  }));
  return new EvidenceDocument({ item: { id: name, title: /# (.*)/u.exec(text)?.[1] ?? name }, chunks });
}

/** Fills a cell as a row does. */
async function cellOf(column: EvidenceColumn, document: EvidenceDocument): Promise<EvidenceCell> {
  const question = askedQuestion(column);
  const quoted = quoteCell(column, question, document);
  if (quoted.verdict !== 'absent') return quoted;
  const proposed = await proposeCell({
    column,
    question,
    document,
    similarities: similaritiesBy(embedder)!,
  });
  return proposed.verdict === 'absent' ? absentCell(column.question, document) : proposed;
}

const SAID: Record<string, string> = { ja: 'yes', nein: 'no' };

function isRight({ kind }: EvidenceColumn, { value, number }: EvidenceCell, fact: string): boolean {
  if (kind === 'number') return number !== null && Math.abs(number - Number(fact)) <= 0.05 * Number(fact);
  if (kind === 'text') return value?.includes(fact) ?? false;
  return value === (SAID[fact] ?? fact);
}

async function measured(isUnseen: boolean) {
  const counts = {
    told: 0,
    right: 0,
    falselyAbsent: 0,
    wrong: 0,
    untold: 0,
    saidToBeAbsent: 0,
    wrongAndSupported: 0,
    undecidedAndSupported: 0,
  };
  for (const { name, text, language, facts, undecided } of CONTRACTS.filter(
    (contract) => contract.isUnseen === isUnseen,
  )) {
    const document = await documentOf(text, name);
    for (const [index, column] of CONTRACT_COLUMNS[language].entries()) {
      const cell = await cellOf(column, document);
      const fact = facts[index] ?? null;
      const isAbsent = cell.verdict === 'absent';
      counts[fact === null ? 'untold' : 'told'] += 1;
      if (fact === null && isAbsent) counts.saidToBeAbsent += 1;
      else if (fact !== null && isRight(column, cell, fact)) counts.right += 1;
      else if (isAbsent) counts.falselyAbsent += 1;
      else {
        counts.wrong += 1;
        counts.wrongAndSupported += cell.verdict === 'supported' ? 1 : 0;
      }
      if (undecided?.includes(index) && cell.verdict === 'supported') counts.undecidedAndSupported += 1;
    }
  }
  return counts;
}

describe('ANS-1 contracts as people write them, without a language model', () => {
  it('are found in other words, hardly ever wrongly, and never wrongly with a green mark', async () => {
    const [seen, unseen] = [await measured(false), await measured(true)];
    console.info(JSON.stringify({ seen, unseen }));
    for (const counts of [seen, unseen])
      expect(counts).toMatchObject({
        saidToBeAbsent: counts.untold,
        wrongAndSupported: 0,
        undecidedAndSupported: 0,
      });
    expect(seen).toMatchObject({ told: 41, wrong: 0 });
    expect(seen.right).toBeGreaterThanOrEqual(40);
    expect(unseen.told).toBe(30);
    expect(unseen.right).toBeGreaterThanOrEqual(26);
    expect(unseen.wrong).toBeLessThanOrEqual(1);
  });

  it('says of a question in another language why it was not found', async () => {
    const [english, german] = ['flat-lease.md', 'reinigung.md'].map((name) =>
      CONTRACTS.find((contract) => contract.name === name)!,
    );
    const column = { question: 'Which service level was agreed?', kind: 'text' } as const;
    expect(await cellOf(column, await documentOf(german!.text))).toMatchObject({
      verdict: 'absent',
      reason: expect.stringContaining('different languages') as string,
    });
    expect(await cellOf(column, await documentOf(english!.text))).toMatchObject({
      verdict: 'absent',
      reason: null,
    });
  });

  it('never takes an end for a start, wherever both stand', async () => {
    const start = { question: 'When does the contract start?', kind: 'date' } as const;
    const end = { question: 'When does the contract end?', kind: 'date' } as const;
    const ends = await documentOf(
      '# Lease\n\nThe lease ends on 31 March 2028. It was signed on 2 May 2023.\n',
    );
    expect(await cellOf(start, ends)).toMatchObject({ verdict: 'absent' });
    expect(await cellOf(end, ends)).toMatchObject({ value: '2028-03-31', verdict: 'supported' });
    const both = await documentOf('# Lease\n\nThe lease runs from 1 April 2023 until 31 March 2028.\n');
    expect(await cellOf(start, both)).toMatchObject({ value: '2023-04-01' });
    expect(await cellOf(end, both)).toMatchObject({ value: '2028-03-31' });
  });

  it('takes no figure for a price, and no word for a period, that is none', async () => {
    const price = { question: 'What is the annual price or fee?', kind: 'number' } as const;
    const notice = { question: 'What is the notice period?', kind: 'text' } as const;
    const approved = { question: 'When was it approved?', kind: 'date' } as const;
    const milk = await documentOf(
      '# Supply agreement\n\nThe buyer pays a price of 44 cents per litre. Of the price, 2 % is kept back.\n\nThe tap is closed until further notice. The driver noticed a leak.\n',
    );
    expect(await cellOf(price, milk)).toMatchObject({ verdict: 'absent' });
    expect(await cellOf(notice, milk)).toMatchObject({ verdict: 'absent' });
    const hire = await documentOf(
      "# Hire agreement\n\nThe annual fee is 18,400 euros. Cleaning costs 3.20 euros per hour. The hire can be ended with three months' notice.\n",
    );
    expect(await cellOf(price, hire)).toMatchObject({ number: 18_400 });
    expect(await cellOf(notice, hire)).toMatchObject({ value: expect.stringContaining('three months') });
    const plan = await documentOf(
      '# Plan\n\n| Project | Year | Approved |\n| --- | --- | --- |\n| Beds | 2026 | yes |\n',
    );
    expect((await cellOf(approved, plan)).verdict).not.toBe('supported');
  });

  it('reads what a label in the line names, the one of two that is asked for, and a name where one is asked for', async () => {
    const fee = { question: 'How much is the mooring fee?', kind: 'number' } as const;
    const written = { question: 'When was it sealed or dated?', kind: 'date' } as const;
    const master = { question: 'Who is the harbourmaster?', kind: 'text' } as const;
    const berth = await documentOf(
      '# Berth licence\n\nDated 8 May 2024, between Tarn Marina and Ilse Brook.\n\n**Mooring fee.** £410 a quarter, due in advance. The fee is raised by no more than 3 per cent.\n\nException: the harbourmaster may move boats at night.\n',
    );
    expect(await cellOf(fee, berth)).toMatchObject({ number: 410, verdict: 'supported' });
    expect(await cellOf(written, berth)).toMatchObject({ value: '2024-05-08', verdict: 'supported' });
    expect(await cellOf(master, berth)).toMatchObject({ verdict: 'absent' });
    expect((await cellOf({ ...fee, kind: 'text' }, berth)).value).toContain('£410');
    const letter = await documentOf(
      '# Letter\n\nWe will credit you 60 pounds on the mooring fee. The dates were put on a sign on 3 June 2024. The harbourmaster is Jo Lund.\n',
    );
    expect(await cellOf(fee, letter)).toMatchObject({ number: 60, verdict: 'weak' });
    expect((await cellOf(written, letter)).verdict).not.toBe('supported');
    expect(await cellOf(master, letter)).toMatchObject({ value: 'Jo Lund', verdict: 'supported' });
  });

  it('names who did what is asked, and nobody who may do it or did something else', async () => {
    const cleared = { question: 'Who cleared it?', kind: 'text' } as const;
    const paper = { question: 'Who cleared the document?', kind: 'text' } as const;
    const plan = await documentOf(
      '# Dive plan 7\n\nVersion 2 of 3 May 2025. Drawn up by Ines Roth, cleared by Tomas Brandt.\n\nIf the current exceeds one knot, no dive is cleared. Kai Holm may clear repeat dives from 1 June.\n',
    );
    for (const column of [cleared, paper])
      expect(await cellOf(column, plan)).toMatchObject({ value: 'Tomas Brandt', verdict: 'supported' });
    const log = await documentOf(
      '# Dive log\n\nIf the current exceeds one knot, no dive is cleared. Kai Holm may clear repeat dives from 1 June. Ines Roth cleared the anchor line.\n',
    );
    expect(await cellOf(cleared, log)).toMatchObject({ value: 'Ines Roth', verdict: 'weak' });
    const line = { question: 'Who cleared the anchor line?', kind: 'text' } as const;
    expect(await cellOf(line, log)).toMatchObject({ value: 'Ines Roth', verdict: 'supported' });
    const rules = await documentOf(
      '# Rules\n\nBoats are held back until the dive leader clears them. No dive is cleared at night.\n',
    );
    expect(await cellOf(cleared, rules)).toMatchObject({
      verdict: 'weak',
      quote: expect.stringContaining('dive leader') as string,
    });
  });

  it('finds how long something is where a length of time is said of it, and nowhere else', async () => {
    const long = (thing: string) => ({ question: `How long is the ${thing}?`, kind: 'text' }) as const;
    const years = { question: 'How long is the warranty?', kind: 'number', unit: 'years' } as const;
    const cycles = await documentOf(
      '# Wheelwright Cycles: terms\n\nWarranty: two years on every frame. The trial ride lasts 40 minutes. The rental period is ten days. Repairs take three weeks. Bicycles are fetched with four hours’ notice.\n',
    );
    expect(await cellOf(long('warranty'), cycles)).toMatchObject({
      value: 'two years',
      verdict: 'supported',
    });
    expect(await cellOf(years, cycles)).toMatchObject({ number: 2, verdict: 'supported' });
    expect(await cellOf(long('rental period'), cycles)).toMatchObject({
      value: 'ten days',
      verdict: 'supported',
    });
    expect(await cellOf(long('trial ride'), cycles)).toMatchObject({
      value: '40 minutes',
      verdict: 'supported',
    });
    expect(await cellOf(long('notice'), cycles)).toMatchObject({ value: 'four hours' });
    const claims = await documentOf(
      '# Kiln hire\n\nClaims under the warranty must be made within six months. The offer is valid for 30 days.\n',
    );
    expect(await cellOf(long('warranty'), claims)).toMatchObject({ verdict: 'absent' });
    expect(await cellOf(years, claims)).toMatchObject({ verdict: 'absent' });
    const two = await documentOf(
      '# Boatyard\n\nWe give a warranty of five years on the hull and of two years on the engine.\n',
    );
    expect(await cellOf(years, two)).toMatchObject({
      number: 5,
      verdict: 'weak',
      reason: expect.stringContaining('also says “two years”') as string,
    });
  });

  it('reads what a price leaves out, and takes no money for a fee that is another or of another time', async () => {
    const breakfast = { question: 'Does the rate include breakfast?', kind: 'yes-no' } as const;
    const vat = { question: 'Is VAT included in the price?', kind: 'yes-no' } as const;
    for (const [written, value] of [
      ['The rate is €85 a night plus breakfast.', 'no'],
      ['The rate is €85 a night, excluding breakfast.', 'no'],
      ['The rate of €85 is exclusive of breakfast.', 'no'],
      ['The rate is €85; breakfast is extra.', 'no'],
      ['The rate of €85 includes breakfast.', 'yes'],
      ['We meet at the gate before breakfast. The rate is €85.', null],
    ] as const) {
      const cell = await cellOf(breakfast, await documentOf(`# Inn\n\n${written}\n`));
      const verdict = value === null ? 'absent' : 'supported';
      expect([written, cell.value, cell.verdict]).toEqual([written, value, verdict]);
    }
    const net = await documentOf('# Offer\n\nThe price is 400 euros before VAT.\n');
    expect(await cellOf(vat, net)).toMatchObject({ value: 'no', verdict: 'supported' });
    const total = { question: 'What is the total with VAT?', kind: 'number' } as const;
    expect(await cellOf(total, net)).toMatchObject({ verdict: 'absent' });

    const yearly = { question: 'How much is the yearly fee?', kind: 'number' } as const;
    const salary = { question: 'What is the salary?', kind: 'number' } as const;
    const either = { question: 'How much is the yearly fee or salary?', kind: 'number' } as const;
    const studio = await documentOf(
      '# Pottery studio\n\nFor children the fee is €12. The kiln costs €9 for each firing. Guests pay a flat rate of €30. Shelves are €15 a month.\n',
    );
    for (const column of [yearly, salary, either])
      expect([column.question, (await cellOf(column, studio)).verdict]).toEqual([column.question, 'absent']);
    const club = await documentOf(
      '# Rowing club\n\nFor guests the fee is €12. The yearly fee is €240. Lockers cost €5 a week.\n',
    );
    expect(await cellOf(yearly, club)).toMatchObject({ number: 240, verdict: 'supported' });
    expect(await cellOf(either, club)).toMatchObject({ number: 240, verdict: 'supported' });
    const coach = await documentOf('# Coach\n\nThe salary is €9,600 a year. For camps the fee is €80.\n');
    expect(await cellOf(either, coach)).toMatchObject({ number: 9600, verdict: 'supported' });
    expect(await cellOf(yearly, coach)).toMatchObject({ verdict: 'absent' });
  });
});

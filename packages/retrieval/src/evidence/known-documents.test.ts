import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { parseDocument } from '../parse/index.js';
import { askedQuestion } from './asked-question.js';
import type { EvidenceColumn } from './evidence-column.js';
import { EvidenceDocument } from './evidence-document.js';
import { KNOWN_COLUMNS, knownDocuments } from './known-documents.test-helper.js';
import { quoteCell } from './quote-cell.js';

const questions = KNOWN_COLUMNS.map(askedQuestion);
const plain = (value: string | null) =>
  value
    ?.replace(/^(?:in|at) /u, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

async function documentOf(name: string, written: string) {
  const parsed = await parseDocument({ bytes: new TextEncoder().encode(written), name });
  const chunks = chunkDocument({ document: parsed }).map((chunk) => ({
    ...chunk,
    id: String(chunk.ordinal),
    itemId: name,
    knowledgeBaseId: 'base',
  }));
  const item = { id: name, title: /# (.*)/u.exec(written)?.[1] ?? name };
  return { text: parsed.text, document: new EvidenceDocument({ item, chunks }) };
}

describe('ANS-1 an evidence table over documents whose facts are known, without a language model', () => {
  it('has the right values, quotes that hold them, and says what is not in a document', async () => {
    const counts = {
      values: 0,
      right: 0,
      quotesWithTheValue: 0,
      absent: 0,
      saidToBeAbsent: 0,
      inOtherWords: 0,
      inOtherWordsFound: 0,
      inOtherWordsWrong: 0,
    };
    const misses: string[] = [];
    for (const { name, text: written, facts } of knownDocuments()) {
      const { text, document } = await documentOf(name, written);
      for (const [index, column] of KNOWN_COLUMNS.entries()) {
        const fact = facts[index]!;
        const cell = quoteCell(column, questions[index]!, document);
        // The quote is in the document, and its passage is where it stands.
        if (cell.quote !== null) expect(text).toContain(cell.quote);
        const { itemSpan } = cell.passage ?? {};
        if (itemSpan) expect(text.slice(itemSpan.start, itemSpan.end)).toBe(cell.quote);
        const isRight =
          plain(cell.value) === plain(fact.value) ||
          (fact.value !== null && cell.number === Number.parseFloat(fact.value.replaceAll(',', '')));
        if (fact.isParaphrased) {
          counts.inOtherWords += 1;
          counts.inOtherWordsFound += isRight ? 1 : 0;
          counts.inOtherWordsWrong += !isRight && cell.verdict !== 'absent' ? 1 : 0;
          continue;
        }
        if (fact.value === null) {
          counts.absent += 1;
          counts.saidToBeAbsent += isRight ? 1 : 0;
        } else {
          counts.values += 1;
          counts.right += isRight ? 1 : 0;
          counts.quotesWithTheValue += cell.quote?.includes(fact.written!) ? 1 : 0;
        }
        if (!isRight) misses.push(`${column.name}: ${fact.value}, but ${cell.value} from “${cell.quote}”`);
      }
    }
    console.info(JSON.stringify(counts));
    expect(misses).toEqual([]);
    expect(counts).toMatchObject({ values: 315, quotesWithTheValue: 315, absent: 135, inOtherWordsWrong: 0 });
  });
});

describe('ANS-1 a sentence right below a heading', () => {
  it('is quoted without a blank line between', async () => {
    const written =
      '# Contract\n## 1. Term\nThe contract runs for 3 years.\n## 2. Fee\nThe annual maintenance fee is 18,400 EUR.\n';
    const { document } = await documentOf('contract.md', written);
    const question = 'What is the annual maintenance fee?';
    const column = { name: 'Fee', question, kind: 'number', unit: 'EUR' } as const;
    expect(quoteCell(column, askedQuestion(column), document)).toMatchObject({
      number: 18_400,
      verdict: 'supported',
      quote: 'The annual maintenance fee is 18,400 EUR.',
    });
  });
});

describe('ANS-1 a period', () => {
  const cellOf = async (text: string, question: string) => {
    const { document } = await documentOf('voyage.md', text);
    const column = { name: 'When', question, kind: 'date' } as const;
    return quoteCell(column, askedQuestion(column), document);
  };
  const voyage =
    '# Voyage H-2402: Azores\n\n- Chief scientist: Dr. Vance\n- Dates: 8 June 2024 to 30 June 2024\n';

  it('tells when something began and when it ended', async () => {
    expect(await cellOf(voyage, 'When did the voyage start?')).toMatchObject({
      value: '2024-06-08',
      verdict: 'supported',
      quote: expect.stringContaining('Dates: 8 June 2024') as string,
    });
    expect(await cellOf(voyage, 'When did the voyage end?')).toMatchObject({ value: '2024-06-30' });
  });

  it('is not taken for another one, or for that of something else', async () => {
    const two = `${voyage}\n## Refit\n\n- Dates: 1 July 2024 to 4 July 2024\n`;
    expect(await cellOf(two, 'When did the voyage start?')).toMatchObject({ verdict: 'absent' });
    expect(await cellOf(voyage, 'When did the training start?')).toMatchObject({ verdict: 'absent' });
  });
});

describe('ANS-1 a number with a unit', () => {
  const cellOf = async (text: string, question: string, unit: string) => {
    const { document } = await documentOf('record.md', text);
    const column = { name: 'Value', question, kind: 'number', unit } as const;
    return quoteCell(column, askedQuestion(column), document);
  };

  it('is none of a code, a point of a list or a limit', async () => {
    const strength = 'What is the strength of core BK-24-0031?';
    const quarry = 'Your protocol PR-24-0112 gives 38.5 N/mm² for the strength of core BK-24-0031 (pier 2).';
    expect(await cellOf(`# Bridge\n\n${quarry}\n`, strength, 'N/mm²')).toMatchObject({
      value: '38.5 N/mm²',
      number: 38.5,
      verdict: 'supported',
    });
    for (const said of [
      '5. Pier 2. The strength of core BK-24-0031 was reported late.',
      'The strength of core BK-24-0031 exceeds the limit of 30 N/mm².',
      'The strength of core 24-0031 is in protocol 0112.',
    ])
      expect([said, (await cellOf(`# Bridge\n\n${said}\n`, strength, 'N/mm²')).verdict]).toEqual([
        said,
        'absent',
      ]);
    const limit = await cellOf(
      '# Bridge\n\nThe strength limit of the cores is 30 N/mm².\n',
      'What is the strength limit of the cores?',
      'N/mm²',
    );
    expect(limit).toMatchObject({ number: 30, verdict: 'supported' });
  });

  it('is read from the row and the column that are asked about, in the unit that heads them', async () => {
    const dairy =
      '# Milk test 24-0415\n\n| Sample | Farm | Fat (g/kg) | Protein (g/kg) | Urea (mg/l) | Cells |\n| --- | --- | --- | --- | --- | --- |\n| 24-0101 | Oak | 41.2 | 33.9 | 210 | 180 |\n| 24-0102 | Mill | 39.6* | 34.4 | < 150 | 95 |\n\nFat at the Mill farm must not fall below the limit of 35 g/kg.\n';
    expect(await cellOf(dairy, 'What is the fat content at the Mill farm?', 'g/kg')).toMatchObject({
      value: '39.6 g/kg',
      number: 39.6,
      verdict: 'supported',
    });
    expect(await cellOf(dairy, 'What is the urea content at the Oak farm?', 'g/l')).toMatchObject({
      value: '0.21 g/l',
      number: 0.21,
    });
    expect(await cellOf(dairy, 'What is the urea content of sample 24-0102?', 'mg/l')).toMatchObject({
      value: '< 150 mg/l',
    });
    // The column of cells has no unit, and that of fat another one.
    expect((await cellOf(dairy, 'What are the cells at the Mill farm?', '1/ml')).verdict).toBe('weak');
    expect((await cellOf(dairy, 'What is the fat content at the Mill farm?', '°C')).verdict).toBe('absent');
  });
});

describe('ANS-1 what a document says of itself, and whom it calls by a role', () => {
  const told = async (written: string, question: string, kind: EvidenceColumn['kind']) => {
    const column = { question, kind };
    const { document } = await documentOf('paper.md', written);
    const { value, number, verdict, reason } = quoteCell(column, askedQuestion(column), document);
    return [number ?? value, verdict, ...(reason?.includes('condition') ? [reason] : [])];
  };

  it('is of a day, whatever words it has for that', async () => {
    const day = 'What is the date of the document?';
    for (const [text, value, verdict] of [
      ['# Berth 7\n\nDate: 3 May 2014\nOwner: Tarn Ferry Limited\n', '2014-05-03', 'supported'],
      [
        '# Kiln report\n\nAuthor: Ada Finch. Date: 6 May 2026. The kiln was lit in 2011.\n',
        '2026-05-06',
        'supported',
      ],
      [
        '# Slip repair\n\nTarn Ferry Limited 20 May 2026\n\nAda Finch\n\nDear Ms Finch,\n',
        '2026-05-20',
        'supported',
      ],
      ['# Kiln survey\n\nDate of visit: 14 May 2026. The kiln is sound.\n', '2026-05-14', 'weak'],
      ['# Kiln\n\nThe kiln was lit on 4 May 2011.\n', null, 'absent'],
    ] as const)
      expect([text, await told(text, day, 'date')]).toEqual([text, [value, verdict]]);
    // The date of a letter about a lease is not that of the lease.
    const letter = '# Award of the mooring contract\n\nTarn Ferry Limited 20 May 2026\n\nDear Ms Finch,\n';
    expect(await told(letter, 'When was the lease dated?', 'date')).not.toContain('supported');
  });

  it('replaces another one, and comes to a total', async () => {
    const rules = '# Kiln rules\n\nThis edition replaces edition 2.0. The door should be replaced by 2028.\n';
    expect(await told(rules, 'What does it replace?', 'text')).toEqual(['edition 2.0', 'supported']);
    expect(await told(rules, 'Does it replace an earlier document?', 'yes-no')).toEqual(['yes', 'supported']);
    const door = '# Kiln rules\n\nThe door should be replaced by 2028. A renewal costs £30.\n';
    expect(await told(door, 'What does it replace?', 'text')).toEqual([null, 'absent']);
    const sheet =
      '# Costs\n\n| Group | Item | Oak £ | Elm £ | Total £ |\n|---|---|---|---|---|\n| Wood | Logs | 40 | 50 | 90 |\n| Subtotal Wood | | 40 | 50 | 90 |\n| Grand total | | 140 | 160 | 300 |\n';
    expect(await told(sheet, 'What is the total amount?', 'number')).toEqual([300, 'supported']);
    const open = sheet.replace(/\| Grand.*\n/u, '');
    expect(await told(open, 'What is the total amount?', 'number')).not.toContain('supported');
  });

  it('names its parties, and allows or forbids', async () => {
    const lease =
      '# Lease of Berth 7\n\nDated 18 May 2019 between Tarn Ferry Limited (the Owner) and Mr Lars Holm and Ms Ida Brink (the Tenants).\n\nThe Tenants shall not keep any animal, save for a guide dog. The Tenants shall not sublet without consent.\n';
    expect(await told(lease, 'Who is the tenant?', 'text')).toEqual([
      'Mr Lars Holm and Ms Ida Brink',
      'supported',
    ]);
    expect(await told(lease, 'Who is the owner?', 'text')).toEqual(['Tarn Ferry Limited', 'supported']);
    expect((await told(lease, 'May pets be kept?', 'yes-no'))[0]).toBe('no');
    expect(await told(lease, 'May the tenant sublet?', 'yes-no')).toEqual([
      'no',
      'weak',
      'The document allows it on a condition.',
    ]);
    // A plain no would hide the exceptions.
    for (const rule of [
      'Visitors may not feed the seals. Exceptions are granted by the keeper.',
      'Visitors may not feed the seals, except on open days.',
      'Visitors may not feed the seals. School classes are exempt from this.',
    ])
      expect([
        rule,
        (await told(`# House rules\n\n${rule}\n`, 'May visitors feed the seals?', 'yes-no'))[1],
      ]).toEqual([rule, 'weak']);
    expect(
      await told(
        '# House rules\n\nVisitors may not feed the seals. The keeper feeds them at noon.\n',
        'May visitors feed the seals?',
        'yes-no',
      ),
    ).toEqual(['no', 'supported']);
    expect(
      await told(
        '# Rules of the pool\n\nThe pool is open from Tuesday to Sunday. On Mondays the pool stays closed, unless it is a holiday.\n',
        'Is the pool open on Mondays?',
        'yes-no',
      ),
    ).toEqual(['no', 'weak']);
    expect(
      await told(
        '# Guild meeting, 4 May 2023\n\nPresent: Ada Finch, Jo Lund.\n',
        'What is the date of the document?',
        'date',
      ),
    ).toEqual(['2023-05-04', 'weak']);
    expect(
      await told(
        '# Guild meeting\n\nThe warden, Jo Lund, reported. Ada Finch was elected warden.\n',
        'Who is the warden?',
        'text',
      ),
    ).not.toEqual(['Jo Lund', 'supported']);
    const shop =
      '# Lease\n\nOwner: Tarn Limited. Tenant: Rope & Co. Ltd, director Ida Brink. Date: 1 May 2022.\n';
    expect((await told(shop, 'Who is the tenant?', 'text'))[0]).toContain('Rope & Co. Ltd');
  });
});

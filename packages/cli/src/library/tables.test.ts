import type { JsonValue } from '@ibid/core';
import { scriptedModel } from '@ibid/core/testing';
import { ingestFiles } from '@ibid/retrieval';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLibrary } from './open-library.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-tables-'));
  const rows = ['North;12.50', 'South;7.25', 'North;30.00', 'East;100.00'].map(
    (row, index) => `2025-03-0${index + 1};${row}`,
  );
  await writeFile(join(folder, 'sales.csv'), ['Date;Region;Amount', ...rows].join('\n'));
  await writeFile(
    join(folder, 'notes.md'),
    '# Notes\n\nThe North region grew. The total amount is not known yet.',
  );
});
afterEach(() => rm(folder, { recursive: true }));

describe('KB-12 tables are tables', () => {
  it('adds up rows without a language model, and cites the query and its cells', async () => {
    const library = await openLibrary({ embedder: null });
    await library.addFolder(folder);
    const { text, cited, citations } = await library.ask('What is the total amount for the North region?');
    expect(text).toContain('The sum of Amount where Region = North is **42.5** [');
    expect(citations.map(({ verdict }) => verdict)).toEqual(['supported']);
    expect(cited[0]?.title).toBe('Query of sales');
    const best = await library.ask('Which region has the highest total amount?');
    expect(best.text).toContain('East: sum of Amount **100** [');
    expect(best.citations.map(({ verdict }) => verdict)).toEqual(['supported']);
    await library.close();
  });

  it('calculates again for both that a conversation compares, the one that is asked for first', async () => {
    const rows = ['Ilse Brook,5', 'Rui Costa,9', 'Ilse Brook,2.5', 'Rui Costa,1', 'Ana Lima,40'];
    await writeFile(join(folder, 'rota.csv'), ['Helper,Hours', ...rows].join('\n'));
    const library = await openLibrary({ embedder: null });
    await library.addFolder(folder);
    const conversation = library.startConversation();
    await conversation.ask('How many hours did Ilse Brook work?');
    expect((await conversation.ask('And Rui Costa?')).text).toContain('**10** [');
    const more = await conversation.ask('Who worked more?');
    expect(more.text).toMatch(
      /Helper = Rui Costa is \*\*10\*\* \[\d+\]\.\n\n.*Helper = Ilse Brook is \*\*7\.5\*\* \[\d+\]/u,
    );
    expect(more.citations.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
    await library.close();
  });

  it('counts rows by what a column of yes and no says', async () => {
    await writeFile(
      join(folder, 'defects.csv'),
      ['Defect,Deck,Closed', 'D1,Main,yes', 'D2,Main,no', 'D3,Lower,yes', 'D4,Lower,no', 'D5,Main,no'].join(
        '\n',
      ),
    );
    const library = await openLibrary({ embedder: null });
    await library.addFolder(folder);
    const { text, citations } = await library.ask('How many defects are not closed?');
    expect(text).toContain('The count where Closed = no is **3** [');
    expect(citations.map(({ verdict }) => verdict)).toEqual(['supported']);
    await library.close();
  });

  it('reads the tables of a document apart, and counts no total twice', async () => {
    const sheet = (name: string, values: number[]) =>
      [
        `## ${name}`,
        '| Item | Cost |\n|---|---|',
        ...values.map((value, index) => `| Item ${index + 1} | ${value} |`),
        `| Total | ${values.reduce((sum, value) => sum + value, 0)} |\n`,
      ]
        .join('\n')
        .replace(`## ${name}\n`, `## ${name}\n\n`);
    await writeFile(
      join(folder, 'costs.md'),
      `# Costs\n\n${sheet('Spring', [10, 20, 30])}\n${sheet('Autumn', [1, 2, 4])}`,
    );
    const model = scriptedModel([
      [{ call: 'query_table', input: { document: 'costs' } }],
      [
        {
          call: 'query_table',
          input: { document: 'costs', table: 'Autumn', query: { calculate: [{ what: 'sum', of: 'Cost' }] } },
        },
      ],
      [{ text: 'The sum of the cost in autumn is 7 [1].' }],
    ]);
    const library = await openLibrary({ embedder: null, model });
    await library.addFolder(folder);
    const { citations, cited } = await library.ask('What did autumn cost?');
    expect(citations.map(({ number, verdict }) => [number, verdict])).toEqual([[1, 'supported']]);
    expect(cited[0]?.title).toBe('Query of Costs, Autumn');
    const prompts = JSON.stringify(model.requests.map(({ prompt }) => prompt));
    expect(prompts).toContain('4 rows, 1 of them totals, which are left out: Item (text); Cost (number)');
    model.assertFinished();
    await library.close();
  });

  it('calculates with all rows of a table that is too long for the text, and says what can be searched', async () => {
    const regions = ['North', 'South', 'East'];
    const rows = Array.from({ length: 3_000 }, (_, index) => `A${index},${regions[index % 3]},${index}`);
    // The only row with its value, far beyond what is text.
    rows[2_900] = 'A2900,Harbour,5000';
    const sources = (lines: readonly string[]) => [
      {
        name: 'orders.csv',
        externalId: 'orders',
        content: { bytes: Buffer.from(['Order,Region,Amount', ...lines].join('\n')) },
      },
    ];
    const library = await openLibrary({ embedder: null });
    const { knowledge, knowledgeBaseId } = library;
    const target = {
      knowledgeBaseId,
      writer: knowledge.writer,
      embedder: null,
      limits: { maxCharacters: 20_000 },
    };
    const { outcomes } = await ingestFiles({ ...target, sources: sources(rows) });
    const said = /the first (\d+) rows can be searched as text, and calculations can use all 3,000/.exec(
      outcomes[0]?.warnings?.join() ?? '',
    );
    expect(Number(said?.[1])).toBeGreaterThan(50);
    const sum = (region: string) =>
      rows
        .map((row) => row.split(','))
        .reduce((all, [, of, value]) => all + (of === region ? Number(value) : 0), 0);
    const north = await library.ask('What is the total amount for the North region?');
    expect(north.text).toContain(
      `The sum of Amount where Region = North is **${sum('North').toLocaleString('en')}** [`,
    );
    expect(north.citations.map(({ verdict }) => verdict)).toEqual(['supported']);
    expect((await library.ask('What is the total amount for the Harbour region?')).text).toContain(
      '**5000** [',
    );
    expect((await library.ask('Which order has the highest amount?')).text).toContain('A2900');
    await ingestFiles({ ...target, sources: sources(rows.slice(0, 10)) });
    expect((await library.ask('What is the total amount for the North region?')).text).toContain('**18** [');
    const viewer = { userId: 'library', roles: [], isAdministrator: false };
    expect(await knowledge.reader.listTableParts(viewer, outcomes[0]?.itemId ?? '')).toEqual([]);
    await library.close();
  });

  it('tells a model what is wrong with its query, and runs no text of it', async () => {
    await writeFile(
      join(folder, 'odd.csv'),
      'Name,"x"") UNION SELECT secret --",Size\nAda,=SUM(A1:A9),3 kg\nBo,1,500 g\n',
    );
    const asked = (query: JsonValue) => [{ call: 'query_table', input: { document: 'odd', query } }];
    const model = scriptedModel([
      asked({ calculate: [{ what: 'sum', of: 'Weight' }] }),
      asked({ calculate: [{ what: 'sum', of: 'Size' }] }),
      asked({ calculate: [{ what: 'sum', of: 'process.exit()' }] }),
      asked({ where: [{ column: 'x") UNION SELECT secret --', is: 'contains', value: "' OR 1=1" }] }),
      [{ text: 'It has no weight.' }],
    ]);
    const library = await openLibrary({ embedder: null, model });
    await library.addFolder(folder);
    await library.ask('What is the total weight?');
    const prompts = JSON.stringify(model.requests.at(-1)?.prompt);
    expect(prompts).toContain('There is no column');
    expect(prompts).toContain('have different units (kg, g)');
    expect(prompts).toContain(String.raw`no column \"process.exit\"`);
    expect(prompts).toContain('Made from 0 rows of 2');
    await library.close();
  });
});

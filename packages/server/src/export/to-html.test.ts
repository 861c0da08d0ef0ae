import { expect, it } from 'vitest';
import { reportMessages } from '../inquiries/report-export.js';
import { citedExport } from './cited-export.js';
import { toHtml } from './to-html.js';
import { toMarkdown } from './to-markdown.js';

it('ANS-4 links to web pages alone, whatever an answer says', () => {
  const links = [
    'ms-word:ofe|u|x',
    'smb://elsewhere/x',
    '/items/1',
    '//elsewhere/x',
    'mailto:a@b.c',
    'file:x',
  ];
  const text = ['https://harbour.test/fees', ...links].map((link) => `[fees](${link})`).join(' ');
  const page = toHtml({
    title: '<b>',
    entries: [{ kind: 'answer', answer: { text, remarks: [] } }],
    notes: [],
    colophon: null,
  });
  expect([...page.matchAll(/href="([^"]*)"/gu)].map(([, link]) => link)).toEqual([
    'https://harbour.test/fees',
  ]);
});

it('ANS-4 has titles and what documents say as plain text', () => {
  const odd = '![fee](https://elsewhere.test/a.png) <img src=x> [fee](https://elsewhere.test/b)';
  const side = { itemId: 'a', title: odd, said: odd, date: null, passage: null };
  const other = { ...side, itemId: 'b', said: '24 days' };
  const report = {
    sections: [],
    notFound: [{ title: odd, reason: odd }],
    contradictions: [
      { standing: 'found', sides: [side, other] },
      { standing: 'open', sides: [other, side] },
      { standing: 'rejected', sides: [side, { ...other, said: 'never' }] },
    ],
    sources: [],
    balance: { text: '' },
  } as unknown as Parameters<typeof reportMessages>[0];
  const exported = citedExport({
    title: odd,
    messages: reportMessages(report),
    fileNames: new Map(),
    origin: 'http://ibid.test',
  });
  expect(toMarkdown(exported)).not.toMatch(/(?<!\\)[[<](?:fee|img)/u);
  expect(toHtml(exported)).not.toMatch(/<img|href="https:\/\/elsewhere/u);
  expect(`${toMarkdown(exported)}${toHtml(exported)}`).not.toMatch(/## Answer|>Answer</u);
  // What the page shows, under the same numbers.
  expect(toMarkdown(exported)).toMatch(/- Perhaps: 24 days\[\^2\] against .*\[\^1\]$/mu);
  expect(toMarkdown(exported)).not.toContain('never');
});

it('ANS-4 leads from what was calculated to the rows of the document', () => {
  const itemId = '01m7aaaaaaaaaaaaaaaaaaaaaa';
  const citation = {
    citationId: 'a',
    number: 1,
    itemId: `${itemId}~table-254503ca00000000-120-180`,
    title: 'Query of Hives',
    range: { start: 8, end: 11 },
    passage: { text: 'The sum is 16', start: 0, end: 13 },
    verdict: 'supported',
  };
  const block = {
    kind: 'text',
    index: 0,
    done: true,
    narration: false,
    text: 'It is 16[1]',
    citations: [citation],
  };
  const exported = citedExport({
    title: 'Honey',
    messages: [{ role: 'assistant', status: 'complete', view: { blocks: [block as never] }, balance: null }],
    fileNames: new Map([[itemId, 'hives.xlsx']]),
    origin: 'http://ibid.test',
  });
  expect(exported.notes[0]).toMatchObject({
    file: 'hives.xlsx',
    link: `http://ibid.test/items/${itemId}?start=120&end=180`,
  });
});

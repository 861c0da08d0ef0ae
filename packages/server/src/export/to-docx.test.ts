import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { toDocx } from './to-docx.js';

it('ANS-4 writes a document that opens, whatever characters were said or are in a source', async () => {
  const odd = '\u0001 \u000c \ufffe \ud800 <&>';
  const bytes = await toDocx({
    title: odd,
    entries: [
      { kind: 'question', text: odd, files: [odd] },
      { kind: 'answer', answer: { text: `So it is: ${odd}`, remarks: [odd] } },
    ],
    colophon: odd,
    notes: [
      {
        id: 1,
        number: 1,
        label: '1',
        itemId: null,
        title: odd,
        file: odd,
        page: 1,
        passage: odd,
        verdict: 'supported',
        link: null,
        isGone: false,
        isDeleted: false,
      },
    ],
  });
  const parts = Object.entries(unzipSync(bytes)).filter(([name]) => name.endsWith('.xml'));
  expect(parts.length).toBeGreaterThan(3);
  for (const [, part] of parts)
    // oxlint-disable-next-line no-control-regex -- what XML cannot hold
    expect(strFromU8(part)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u);
  expect(strFromU8(unzipSync(bytes)['word/document.xml']!)).toContain('␁');
});

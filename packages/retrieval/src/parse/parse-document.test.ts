import { readFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { parseDocument } from './parse-document.js';
import { ParseError, type ParseFailure } from './parse-error.js';
import type { BlockKind, ParsedDocument } from './parsed-document.js';

const fixture = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../test/fixtures/${name}`, import.meta.url)));
const parseFixture = async (name: string, as = name) =>
  parseDocument({ bytes: await fixture(name), name: as });
const parseString = (text: string, name: string) => parseDocument({ bytes: strToU8(text), name });
const textsOf = (document: ParsedDocument, kind: BlockKind) =>
  document.blocks
    .filter((block) => block.kind === kind)
    .map((block) => document.text.slice(block.start, block.end));

async function failureOf(parsing: Promise<unknown>): Promise<ParseFailure | 'parsed'> {
  try {
    await parsing;
    return 'parsed';
  } catch (error) {
    if (error instanceof ParseError) return error.code;
    throw error;
  }
}

describe('KB-1 files made by office programs', () => {
  for (const name of ['handbook.docx', 'handbook.html', 'handbook-writer.html', 'handbook.pdf']) {
    it(`reads headings, lists and accents of ${name}`, async () => {
      const document = await parseFixture(name);
      expect(document.title).toBe('Harbour handbook');
      expect(document.language).toBe('en');
      expect(textsOf(document, 'heading')).toEqual([
        '# Harbour handbook',
        '## Berths',
        '## Duties of the pilot',
        '## Emergencies',
        '### Fire on board',
      ]);
      expect(textsOf(document, 'list').join()).toContain('Check the tide table.');
      expect(document.text).toContain('Crème brûlée');
      expect(document.text).toContain('tugboat Ægir');
    });
  }

  it('keeps tables readable', async () => {
    const table =
      '| Berth | Length | Depth |\n|---|---|---|\n| North quay | 140 m | 9.5 m |\n| South quay | 85 m | 6 m |\n| Fishing pier | 40 m | 3.5 m |';
    for (const name of ['handbook.docx', 'handbook.html', 'handbook-writer.html', 'handbook.epub']) {
      expect(textsOf(await parseFixture(name), 'table')).toEqual([table]);
    }
    for (const name of ['handbook.pdf', 'handbook-browser.pdf']) {
      expect((await parseFixture(name)).text).toContain(table);
    }
  });

  it('keeps the caption of a table, which may have the unit of its figures', async () => {
    const html =
      '<table><caption>Water drawn (m³)</caption><tr><th>Well</th><th>2024</th></tr><tr><td>North</td><td>398</td></tr></table>';
    const { text } = await parseDocument({ name: 'wells.html', bytes: Buffer.from(html) });
    expect(text).toBe('Water drawn (m³)\n\n| Well | 2024 |\n|---|---|\n| North | 398 |');
  });

  it('knows the pages of a PDF', async () => {
    const document = await parseFixture('handbook.pdf');
    expect(document.pages?.map((page) => page.number)).toEqual([1, 2]);
    const emergencies = document.blocks.find((block) => block.label === 'Emergencies');
    expect(emergencies?.page).toBe(2);
    expect(emergencies?.start).toBeGreaterThanOrEqual(document.pages?.[1]?.start ?? Infinity);
  });

  it('reads slides as pages, with tables and notes', async () => {
    const document = await parseFixture('slides.pptx');
    expect(
      document.blocks.filter((block) => block.kind === 'heading').map(({ label, page }) => [label, page]),
    ).toEqual([
      ['Winter plan', 1],
      ['Costs', 2],
    ]);
    expect(textsOf(document, 'table')).toEqual(['| Item | Euro |\n|---|---|\n| Icebreaker | 80,000 |']);
    expect(document.text).toContain('Skadi is rented from Lulea');
  });

  it('reads sheets with dates, calculated values and bars inside cells', async () => {
    const document = await parseFixture('berths.xlsx');
    expect(textsOf(document, 'heading')).toEqual(['# Fees', '# Tugs']);
    expect(document.text).toContain('| Ferry | 1250.5 | 2026-03-01 |');
    expect(document.text).toContain('| Both | 1560.5 |');
    expect(document.text).toContain('| Ægir | 3,000 kW \\| twin |');
  });

  it('reads what a browser prints, with its headings', async () => {
    const document = await parseFixture('handbook-browser.pdf');
    expect(textsOf(document, 'heading')).toContain('### Fire on board');
    expect(document.pages).toHaveLength(2);
  });

  it('reads a table saved as text, with its delimiter, and text in an old encoding', async () => {
    const table = await parseFixture('berths.csv');
    expect(textsOf(table, 'table')).toHaveLength(1);
    expect(table.text).toContain('| Ferry | 1250.5 | 2026-03-01 |');
    const text = await parseFixture('handbook-windows.txt');
    expect(text.text).toContain('Crème brûlée is not served during an alarm; “calm” is.');
    expect(text.text).not.toContain('\r');
  });

  it('says of what a password protects that it does, in each format', async () => {
    for (const name of ['handbook-encrypted.docx', 'berths-encrypted.xlsx', 'handbook-encrypted.pdf'])
      expect([name, await failureOf(parseFixture(name))]).toEqual([name, 'encrypted']);
  });

  it('reads a book in reading order', async () => {
    const document = await parseFixture('handbook.epub');
    expect(document.title).toBe('Harbour handbook');
    expect(document.text.indexOf('Berths')).toBeLessThan(document.text.indexOf('Emergencies'));
  });

  it('decodes an e-mail and reads what was attached, or says why not', async () => {
    const document = await parseFixture('move.eml');
    expect(document.title).toMatch(/^Änderung der Liegeplätze im Hafen/);
    expect(document.language).toBe('de');
    expect(document.text).toContain('From: Jörg Müller <joerg@example.org>');
    expect(document.text).toContain('Die Gebühr beträgt 1.250,50 €.');
    expect(document.text).not.toContain('<b>');
    expect(document.metadata['attachments']).toEqual(['Liegeplätze März.pdf', 'berths.csv']);
    expect(document.text).toContain(
      '## Attachment: Liegeplätze März.pdf\n\napplication/pdf, 19 bytes. Not read:',
    );
    expect(document.text).toContain('## Attachment: berths.csv\n\n| berth | length |');
    expect(document.blocks.at(-1)).toMatchObject({ kind: 'table', end: document.text.length });
  });
});

describe('KB-1 e-mail in e-mail', () => {
  const mail = (subject: string, inner: string, kind: string) =>
    [
      'From: ann@example.org',
      'To: bob@example.org',
      `Subject: ${subject}`,
      'Date: Sat, 14 Mar 2026 09:26:53 +0000',
      'MIME-Version: 1.0',
      `Content-Type: multipart/mixed; boundary="${subject}"`,
      '',
      `--${subject}`,
      'Content-Type: text/plain',
      '',
      `Text of ${subject}.`,
      `--${subject}`,
      `Content-Type: ${kind}`,
      'Content-Disposition: attachment; filename="inner"',
      '',
      inner,
      `--${subject}--`,
      '',
    ].join('\r\n');
  const read = (text: string) => parseDocument({ bytes: new TextEncoder().encode(text), name: 'a.eml' });

  it('is read a few levels deep, below headings that nest, and named beyond', async () => {
    let text = mail('m0', '# Notes\n\nThe winch is old.', 'text/markdown');
    for (let level = 1; level <= 5; level += 1) text = mail(`m${level}`, text, 'message/rfc822');
    const document = await read(text);
    expect(document.text).toContain('Text of m2.');
    expect(document.text).not.toContain('Text of m1.');
    expect(document.text).toContain('nested too deeply');
    for (const block of document.blocks)
      if (block.kind === 'heading')
        expect(document.text.slice(block.start, block.end)).toMatch(/^#+ Attachment: inner$/u);
    const shallow = await read(mail('outer', 'name;size\nwinch;3', 'text/csv'));
    expect(shallow.text).toContain('Text of outer.');
    expect(shallow.text).toContain('winch');
  });
});

describe('KB-1 the content decides, not the name', () => {
  it('reads a document under a wrong extension', async () => {
    expect((await parseFixture('handbook.pdf', 'handbook.docx')).mediaType).toBe('application/pdf');
    expect((await parseFixture('handbook.docx', 'handbook.txt')).title).toBe('Harbour handbook');
    expect((await parseFixture('move.eml', 'message.txt')).mediaType).toBe('message/rfc822');
    expect((await parseFixture('handbook.html', 'page')).mediaType).toBe('text/html');
  });

  it('says what a file is that it does not read', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
    await expect(parseDocument({ bytes: png, name: 'report.pdf' })).rejects.toThrow(
      'The name ends in .pdf, but the content does not match. The content is a PNG picture that is cut off.',
    );
    const said: [string, string, string][] = [
      ['pic.gif', 'GIF89a\x01', 'The content is a GIF picture. Save it as PNG or JPEG and add that.'],
      [
        'a.7z',
        '7z\xbc\xaf\x27\x1c',
        'The content is a 7-Zip archive. Unpack it and add the folder, or pack it as ZIP.',
      ],
      [
        'pic.heic',
        '\0\0\0\x18ftypheic\0\0\0\0',
        'The content is a HEIC or AVIF picture. Save it as PNG or JPEG and add that.',
      ],
      [
        'plan.svg',
        '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
        'The content is an SVG drawing. Save it as PDF or PNG and add that.',
      ],
    ];
    for (const [name, content, reason] of said) {
      const bytes = Uint8Array.from(Buffer.from(content, 'latin1'));
      const failure: unknown = await parseDocument({ bytes, name }).catch((error: unknown) => error);
      expect((failure as Error).message).toBe(reason);
    }
    expect(await failureOf(parseFixture('handbook-legacy.doc'))).toBe('unsupported');
    const archive = zipSync({ 'a.png': png });
    expect(await failureOf(parseDocument({ bytes: archive, name: 'a.docx' }))).toBe('unsupported');
    const noise = new Uint8Array(600).map((_, index) => (index * 37) % 23);
    expect(await failureOf(parseDocument({ bytes: noise, name: 'a.txt' }))).toBe('unsupported');
  });
});

describe('KB-1 a bad file fails alone, with its reason', () => {
  it('empty, encrypted, oversized', async () => {
    expect(await failureOf(parseString('', 'a.txt'))).toBe('empty');
    expect(await failureOf(parseString(' \n\t ', 'a.md'))).toBe('empty');
    expect(await failureOf(parseFixture('handbook-encrypted.pdf'))).toBe('encrypted');
    const bytes = await fixture('handbook.docx');
    expect(await failureOf(parseDocument({ bytes, name: 'a.docx', limits: { maxBytes: 100 } }))).toBe(
      'too_large',
    );
    expect(await failureOf(parseDocument({ bytes, name: 'a.docx', limits: { maxCharacters: 100 } }))).toBe(
      'too_large',
    );
    const protectedOffice = new Uint8Array(2048);
    protectedOffice.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    protectedOffice.set(Buffer.from('EncryptedPackage', 'utf16le'), 1024);
    expect(await failureOf(parseDocument({ bytes: protectedOffice, name: 'a.docx' }))).toBe('encrypted');
  });

  it('cut off in the middle, at any place', async () => {
    for (const name of ['handbook.docx', 'slides.pptx', 'berths.xlsx', 'handbook.epub']) {
      const bytes = await fixture(name);
      for (const share of [0.1, 0.5, 0.9]) {
        const cut = bytes.slice(0, Math.floor(bytes.length * share));
        expect(await failureOf(parseDocument({ bytes: cut, name }))).toBe('damaged');
      }
    }
    const pdf = await fixture('handbook.pdf');
    expect(await failureOf(parseDocument({ bytes: pdf.slice(0, 200), name: 'a.pdf' }))).not.toBe('parsed');
  });

  it('with bytes overturned: damaged or read, never another error', async () => {
    const outcomes = new Set<string>();
    for (const name of ['handbook.docx', 'berths.xlsx', 'slides.pptx', 'handbook.pdf']) {
      const bytes = await fixture(name);
      for (let round = 0; round < 8; round++) {
        const broken = bytes.slice();
        for (let index = 100 + round * 7; index < broken.length; index += 331)
          broken[index] = (broken[index] ?? 0) ^ 0x5a;
        outcomes.add(await failureOf(parseDocument({ bytes: broken, name })));
      }
    }
    expect([
      'damaged',
      'parsed',
      'encrypted',
      'unsupported',
      'empty',
      'no_text',
      'unpacks_too_large',
    ]).toEqual(expect.arrayContaining([...outcomes]));
    expect(outcomes).toContain('damaged');
  });

  it('a zip bomb is stopped while it unpacks', async () => {
    const blank = (megabytes: number) => new Uint8Array(megabytes * 2 ** 20).fill(0x20);
    const document = strToU8('<w:document/>');
    const bomb = zipSync({ 'word/document.xml': blank(9) }, { level: 1 });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await failureOf(parseDocument({ bytes: bomb, name: 'a.docx' }))).toBe('unpacks_too_large');
    const parts = Object.fromEntries(
      Array.from({ length: 4 }, (_, index) => [`word/${index}.xml`, blank(1)]),
    );
    const bytes = zipSync({ 'word/document.xml': document, ...parts }, { level: 1 });
    const limits = { maxUnpackedBytes: 3 * 2 ** 20 };
    expect(await failureOf(parseDocument({ bytes, name: 'a.docx', limits }))).toBe('unpacks_too_large');
    const names = Array.from({ length: 50 }, (_, index) => [`${index}`, document]);
    const crowded = {
      bytes: zipSync(Object.fromEntries(names)),
      name: 'a.zip',
      limits: { maxArchiveEntries: 20 },
    };
    expect(await failureOf(parseDocument(crowded))).toBe('unpacks_too_large');
  });

  it('a zip bomb that lies about its size is stopped too', async () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(9 * 2 ** 20).fill(0x20) }, { level: 1 });
    const directory = Buffer.from(bomb).lastIndexOf('PK\u0001\u0002');
    new DataView(bomb.buffer).setUint32(directory + 24, 10, true);
    expect(await failureOf(parseDocument({ bytes: bomb, name: 'a.docx' }))).toBe('unpacks_too_large');
  });
});

describe('KB-1 kinds of plain text', () => {
  it('CSV as a table, whatever its delimiter; leading zeros stay', async () => {
    const document = await parseString('code;name\n007;"Bond; James"\n', 'a.csv');
    expect(document.text).toBe('| code | name |\n|---|---|\n| 007 | Bond; James |');
  });

  it('JSON by records, JSON lines by lines, and text that only looks like JSON', async () => {
    const json = await parseString('[{"id":12345678901234567890,"name":"a"},{"id":2}]', 'a.json');
    expect(
      json.blocks.map((block) => JSON.parse(json.text.slice(block.start, block.end).replace(/,$/, ''))),
    ).toHaveLength(2);
    expect((await parseString('{"title":"Plan","steps":[1,2]}', 'a.json')).title).toBe('Plan');
    expect((await parseString('{"a":1}\n{"a":2}\n', 'a.jsonl')).blocks).toHaveLength(2);
    expect((await parseString('{\n // note\n "a": 1,\n}', 'tsconfig.json')).mediaType).toBe('text/plain');
  });

  it('code by its declarations, each with the comment above it', async () => {
    const code = `import x from 'y';\n\n/** Moors. */\nexport function moor(ship) {\n  return ship;\n}\n\nclass Quay {\n  length = 1;\n}\n`;
    const document = await parseString(code, 'harbour.ts');
    expect(document.metadata['programmingLanguage']).toBe('typescript');
    expect(document.blocks.map((block) => block.label)).toEqual([undefined, 'moor', 'Quay']);
    expect(textsOf(document, 'code')[1]).toMatch(/^\/\*\* Moors/);
  });

  it('Markdown with front matter', async () => {
    const document = await parseString('---\ntitle: "Tides"\nowner: Ada\n---\n# Other\n\nText.\n', 'a.md');
    expect(document.title).toBe('Tides');
    expect(document.metadata['owner']).toBe('Ada');
    expect(document.blocks.map((block) => block.kind)).toEqual(['code', 'heading', 'paragraph']);
  });

  const page = (body: string) => parseString(`<html><head><title>T</title></head>${body}</html>`, 'a.html');

  it('takes the main part of a page first, and leaves navigation out', async () => {
    const document = await page(
      '<body><nav>Home About</nav><div class="menu"><h3>Menu</h3><ul><li><a href="/a">Prices</a></li></ul></div>' +
        '<main><h1>Tides</h1><p>High at <b>noon</b>.<br>Low at six, see the long list of tides below.</p><script>x()</script></main>' +
        '<footer>Imprint</footer></body>',
    );
    expect(document.text).toBe(
      '# Tides\n\nHigh at noon.\nLow at six, see the long list of tides below.\n\nImprint',
    );
  });

  it('keeps what a footer says, below no heading of the page, and leaves its lists of links out', async () => {
    const footer =
      '<footer><h2>Visit us</h2><p>Open Monday to Friday, 8:00 to 17:30.</p><p><a href="tel:+15550100">555 0100</a></p>' +
      '<div><a href="/imprint">Imprint</a> | <a href="/privacy">Privacy</a></div><script>y("z")</script></footer>';
    const text =
      '# Clinic\n\n## Fees\n\nA visit costs 40 crowns, and a second one in the same month is free.';
    const kept = '## Visit us\n\nOpen Monday to Friday, 8:00 to 17:30.\n\n555 0100';
    const main =
      '<h1>Clinic</h1><h2>Fees</h2><p>A visit costs 40 crowns, and a second one in the same month is free.</p>';
    for (const body of [`<main>${main}</main>${footer}`, `${main}${footer}`]) {
      const document = await page(`<body>${body}</body>`);
      expect(document.text).toBe(`${text}\n\n${kept}`);
    }
    const document = await page(`<body><main>${main}</main>${footer}</body>`);
    expect(chunkDocument({ document }).map(({ headingPath }) => headingPath)).toEqual([
      ['Clinic', 'Fees'],
      ['Visit us'],
    ]);
  });

  it('keeps a page of links whole', async () => {
    const { text } = await page('<body><h1>Links</h1><ul><li><a href="/a">Tides</a></li></ul></body>');
    expect(text).toBe('# Links\n\n- Tides');
  });
});

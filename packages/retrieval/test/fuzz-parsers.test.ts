import { gzipSync, strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../src/ingest/hostile-files.test-helper.js';
import { PreparePool } from '../src/ingest/index.js';
import type { DocumentType } from '../src/parse/detect-type.js';
import { ParseError } from '../src/parse/index.js';

/** Files per parser by default. With `IBID_FUZZ_SECONDS`, all parsers together run for that long. */
const CASES = 4;
const SECONDS = Number(process.env['IBID_FUZZ_SECONDS'] ?? 0);
const SEED = Number(process.env['IBID_FUZZ_SEED'] ?? 19);
/** Generated files are small, so exceeding these limits is a fault of the parser. */
const FAULTS = new Set(['memory_limit', 'time_limit', 'unreadable']);

/** Seeded choices. */
class Chooser {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  number(below: number): number {
    // xorshift: short, and good enough to pick structures.
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % below;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.number(choices.length)]!;
  }

  chance(percent: number): boolean {
    return this.number(100) < percent;
  }

  /** Usually few, sometimes very many. */
  count(): number {
    return this.pick([0, 1, 2, 3, 5, 20, 200, 3_000]);
  }

  text(): string {
    const piece = this.pick(PIECES);
    return piece.repeat(
      Math.min(this.pick([1, 1, 1, 2, 10, 1_000, 60_000]), Math.ceil(60_000 / piece.length)),
    );
  }

  many(make: () => string, between = ''): string {
    const parts: string[] = [];
    let length = 0;
    for (let left = this.count(); left > 0 && length < 300_000; left -= 1) {
      const part = make();
      length += part.length;
      parts.push(part);
    }
    return parts.join(between);
  }

  nested(open: string, inner: string, close: string): string {
    const depth = this.pick([1, 2, 10, 300, 5_000]);
    return open.repeat(depth) + inner + close.repeat(depth);
  }
}

const PIECES = [
  'word ',
  'High water is at noon. ',
  ' ',
  '\t',
  '\n',
  '\r\n',
  ' \n',
  '"',
  '""',
  "'",
  '\\',
  '|',
  ',',
  ';',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  '<',
  '>',
  '&amp;',
  '&#0;',
  '=',
  '=3D',
  '=?utf-8?q?=',
  '?=',
  '#',
  '- ',
  '* ',
  '_',
  '`',
  '```\n',
  '~',
  ':',
  'a:',
  '0',
  '-1',
  '1e999',
  '\u0000',
  '\ufeff',
  '\ud800',
  '\u{1f600}',
  '日本語',
  'العربية',
  'e\u0301',
  '\f',
  'function a(',
  'class a {',
  'a(((',
  '$',
  '%',
  '^',
  '---\n',
  '===\n',
  '![a](b)',
  '[a](b)',
  '<b>',
  '</b>',
  '<!--',
  ']]>',
];

type Maker = (choose: Chooser) => { name: string; bytes: Uint8Array };

const asText = (name: string, make: (choose: Chooser) => string): Maker => {
  return (choose) => ({ name, bytes: new TextEncoder().encode(make(choose)) });
};

function html(choose: Chooser): string {
  const tags = [
    'p',
    'div',
    'span',
    'b',
    'ul',
    'ol',
    'li',
    'table',
    'tr',
    'td',
    'th',
    'h1',
    'h6',
    'pre',
    'a',
    'article',
  ];
  const element = (): string => {
    const tag = choose.pick([...tags, 'main', 'nav', 'script', 'svg', 'title', 'br', 'img']);
    const attribute = choose.pick([
      '',
      ' href="x"',
      ' colspan="9999999"',
      ' start="1e9"',
      ' hidden',
      ` x="${choose.text()}"`,
    ]);
    if (choose.chance(25))
      return choose.nested(`<${tag}${attribute}>`, choose.text(), choose.chance(70) ? `</${tag}>` : '');
    return `<${tag}${attribute}>${choose.text()}${choose.chance(80) ? `</${tag}>` : ''}`;
  };
  return `<html><head><title>${choose.text()}</title></head><body>${choose.many(element)}</body></html>`;
}

function json(choose: Chooser): string {
  if (choose.chance(30))
    return choose.nested(choose.pick(['[', '{"a":']), '1', choose.chance(50) ? ']' : '}');
  const value = (): string =>
    choose.pick([
      JSON.stringify(choose.text()),
      '1',
      '-0.0e-999',
      'null',
      '[]',
      '{}',
      `[${'1,'.repeat(choose.count())}1]`,
    ]);
  const member = () => `${JSON.stringify(choose.text())}:${value()}`;
  return choose.chance(50)
    ? `{"title":${value()},${choose.many(member, ',')}${choose.chance(20) ? ',' : ''}}`
    : `[${choose.many(value, ',')}]`;
}

function mail(choose: Chooser): string {
  const boundary = choose.pick(['b', '-', 'x'.repeat(3_000), '.*+', 'b"']);
  const header = () =>
    choose.pick([
      `Subject: ${choose.text()}`,
      `To: ${choose.text()}`,
      `X-${choose.number(9)}: ${choose.text()}`,
      ` ${choose.text()}`,
      `Content-Type: multipart/mixed; boundary="${boundary}"`,
      `Content-Type: text/html; charset=${choose.text()}`,
      `Content-Transfer-Encoding: ${choose.pick(['base64', 'quoted-printable', '8bit', 'x'])}`,
      `Content-Disposition: attachment; filename="${choose.text()}"`,
      `Content-Type: ${'a;'.repeat(3_000)}`,
      'Content-Type: message/rfc822',
    ]);
  const part = (): string =>
    `--${boundary}${choose.chance(10) ? '--' : ''}\n${choose.many(header, '\n')}\n\n${choose.chance(20) ? html(choose) : choose.text()}\n`;
  return `From: a@b.c\nTo: d@e.f\nDate: now\nSubject: x\nContent-Type: multipart/${choose.pick(['mixed', 'alternative'])}; boundary="${boundary}"\n${choose.many(header, '\n')}\n\n${choose.many(part)}`;
}

function xmlText(choose: Chooser): string {
  return choose.text().replaceAll(/[<&]/g, choose.chance(90) ? ' ' : '<');
}

/** A zip of these parts, sometimes with flipped bits. */
function archive(choose: Chooser, parts: Record<string, string>): Uint8Array {
  const bytes = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
  if (choose.chance(25))
    for (let times = 3; times > 0; times -= 1) bytes[choose.number(bytes.length)]! ^= 1 << choose.number(8);
  return bytes;
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = (entries: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;
const core = (choose: Chooser) =>
  `<cp:coreProperties xmlns:dc="x"><dc:title>${xmlText(choose)}</dc:title></cp:coreProperties>`;

const docx: Maker = (choose) => {
  const run = () => `<w:r><w:t>${xmlText(choose)}</w:t></w:r>`;
  const paragraph = () =>
    `<w:p><w:pPr><w:pStyle w:val="${choose.pick(['Heading1', 'Normal', 'x'])}"/></w:pPr>${choose.many(run)}</w:p>`;
  const cell = () =>
    `<w:tc><w:tcPr><w:gridSpan w:val="${choose.pick(['1', '99999999', '-1', 'x'])}"/></w:tcPr>${paragraph()}</w:tc>`;
  const table = () =>
    choose.chance(20)
      ? choose.nested('<w:tbl><w:tr><w:tc>', paragraph(), '</w:tc></w:tr></w:tbl>')
      : `<w:tbl><w:tr>${choose.many(cell)}</w:tr></w:tbl>`;
  const body = choose.many(() => (choose.chance(70) ? paragraph() : table()));
  return {
    name: 'a.docx',
    bytes: archive(choose, {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels': rels(
        `<Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/>`,
      ),
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      'docProps/core.xml': core(choose),
    }),
  };
};

const xlsx: Maker = (choose) => {
  const at = () =>
    choose.pick(['A1', 'B2', 'XFD1048576', 'A1048576', 'ZZZ9', '', 'A0', `A${choose.number(5_000)}`]);
  const cell = () =>
    `<c r="${at()}" t="${choose.pick(['n', 's', 'inlineStr', 'b', 'd', 'x'])}"><v>${choose.pick(['1', '999999999', '-1', 'x'])}</v><is><t>${xmlText(choose)}</t></is></c>`;
  const row = () =>
    `<row r="${choose.pick(['1', '2', '1048576', '999999999', '-1'])}">${choose.many(cell)}</row>`;
  const merge = `<mergeCells><mergeCell ref="${choose.pick(['A1:B2', 'A1:XFD1048576', 'x'])}"/></mergeCells>`;
  return {
    name: 'a.xlsx',
    bytes: archive(choose, {
      '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      '_rels/.rels': rels(
        `<Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/>`,
      ),
      'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="${xmlText(choose).slice(0, 100).replaceAll('"', '')}" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': rels(
        `<Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>`,
      ),
      'xl/sharedStrings.xml': `<sst>${choose.many(() => `<si><t>${xmlText(choose)}</t></si>`)}</sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${choose.many(row)}</sheetData>${merge}</worksheet>`,
    }),
  };
};

const pptx: Maker = (choose) => {
  const line = () => `<a:p><a:r><a:t>${xmlText(choose)}</a:t></a:r></a:p>`;
  const shape = () =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${choose.pick(['title', 'body', 'dt', ''])}"/></p:nvPr></p:nvSpPr><p:txBody>${choose.many(line)}</p:txBody></p:sp>`;
  const shapes = choose.chance(20) ? choose.nested('<p:grpSp>', shape(), '</p:grpSp>') : choose.many(shape);
  const ids = choose.many(() => '<p:sldId id="256" r:id="r1"/>');
  return {
    name: 'a.pptx',
    bytes: archive(choose, {
      'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': rels(
        '<Relationship Id="r1" Type="slide" Target="slides/slide1.xml"/>',
      ),
      'ppt/slides/slide1.xml': `<p:sld>${shapes}</p:sld>`,
      'docProps/core.xml': core(choose),
    }),
  };
};

const epub: Maker = (choose) => {
  const refs = choose.many(() => '<itemref idref="c"/>');
  return {
    name: 'a.epub',
    bytes: archive(choose, {
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
      'book.opf': `<package><metadata><dc:title>${xmlText(choose)}</dc:title></metadata><manifest><item id="c" href="c.html" media-type="application/xhtml+xml"/></manifest><spine>${refs}</spine></package>`,
      'c.html': html(choose).slice(0, 50_000),
    }),
  };
};

const pdf: Maker = (choose) => {
  const number = () => String(choose.pick([0, 1, 12, -5, 99_999_999, 0.0001]));
  const shown = () =>
    choose
      .text()
      .replaceAll(/[()\\]/g, '')
      .slice(0, 2_000);
  const operator = () =>
    choose.pick([
      `BT /F1 ${number()} Tf ${number()} ${number()} Td (${shown()}) Tj ET`,
      `1 0 0 1 ${choose.number(600)} ${choose.number(800)} Tm`,
      'q',
      'Q',
      `(${shown()}) Tj`,
      `[(a) ${number()} (b)] TJ`,
      'BI /W 9999 /H 9999 /BPC 8 ID x EI',
      '/X0 Do',
      `${number()} Tc`,
      '<<',
      '>>',
      '[',
      'endstream',
    ]);
  const content = choose.many(operator, '\n');
  const bytes = pdfOf(Buffer.from(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`));
  if (choose.chance(40))
    for (let times = 6; times > 0; times -= 1) bytes[choose.number(bytes.length)]! ^= 1 << choose.number(8);
  return { name: 'a.pdf', bytes };
};

const opendocument: Maker = (choose) => {
  const repeated = () =>
    choose.pick(['', ' table:number-columns-repeated="99999999"', ' table:number-columns-repeated="-1"']);
  const paragraph = () =>
    `<text:p>${xmlText(choose)}<text:s text:c="${choose.pick(['1', '999999999', 'x'])}"/></text:p>`;
  const cell = () =>
    `<table:table-cell${repeated()}>${choose.chance(50) ? paragraph() : ''}</table:table-cell>`;
  const row = () =>
    `<table:table-row table:number-rows-repeated="${choose.pick(['1', '3', '1048576', 'x'])}">${choose.many(cell)}</table:table-row>`;
  const block = () =>
    choose.pick([
      paragraph,
      () => `<text:h text:outline-level="${choose.pick(['1', '99', '-1'])}">${xmlText(choose)}</text:h>`,
      () => choose.nested('<text:list><text:list-item>', paragraph(), '</text:list-item></text:list>'),
      () => `<table:table table:name="T">${choose.many(row)}</table:table>`,
      () => choose.nested('<text:section>', paragraph(), '</text:section>'),
    ])();
  const kind = choose.pick(['text', 'spreadsheet', 'presentation']);
  return {
    name: 'a.odt',
    bytes: archive(choose, {
      'content.xml': `<office:document-content><office:body><office:${kind}>${choose.many(block)}</office:${kind}></office:body></office:document-content>`,
      'meta.xml': `<office:meta><dc:title>${xmlText(choose)}</dc:title></office:meta>`,
    }),
  };
};

const rtf = (choose: Chooser): string =>
  `{\\rtf1\\ansi ${choose.many(() =>
    choose.pick([
      () => choose.text(),
      () => choose.nested('{', 'x', '}'),
      () =>
        `\\${choose.pick(['par', 'cell', 'row', 'intbl', 'pard', 's1', 'u-1', 'u99999', 'uc9', 'bin99999', "'e9", '*', 'f1', 'fonttbl'])} `,
      () => `{\\stylesheet{\\s1 heading ${choose.number(99)};}}`,
    ])(),
  )}`;

const latex = (choose: Chooser): string =>
  choose.many(() =>
    choose.pick([
      () => choose.text(),
      () => `\\section{${choose.text()}}`,
      () => choose.nested('\\begin{itemize}\\item ', 'x', '\\end{itemize}'),
      () => `\\begin{${choose.pick(['tabular', 'verbatim', 'equation', 'x'])}}${choose.text()}`,
      () => choose.nested('\\footnote{', 'x', '}'),
      () => choose.pick(['$', '$$', '\\[', '\\\\', '%', '&', '\\title{']),
    ])(),
  );

const subtitles = (choose: Chooser): string =>
  `00:00:01,000 --> 00:00:02,000\nword\n\n${choose.many(
    () =>
      `${choose.number(99)}:${choose.number(99)}:${choose.number(99)},${choose.number(999)} --> ${choose.pick(['00:00:02,000', '999:99:99.9', 'x'])}\n${choose.text()}\n\n`,
  )}`;

const notebook = (choose: Chooser): string =>
  JSON.stringify({
    cells: Array.from({ length: Math.min(choose.count(), 200) }, () => ({
      cell_type: choose.pick(['code', 'markdown', 'raw', 1]),
      source: choose.pick([choose.text(), [choose.text(), 1], null]),
      outputs: choose.pick([
        null,
        [{ text: choose.text() }, null, { data: { 'text/plain': [choose.text()] } }],
      ]),
    })),
  });

const mbox = (choose: Chooser): string =>
  choose.many(
    () =>
      `From a@b Sat Mar 14 09:26:53 2026\n${choose.chance(70) ? mail(choose).slice(0, 20_000) : choose.text()}\n\n`,
  );

const zip: Maker = (choose) => {
  const inner = (): Record<string, string> => ({
    'a.md': choose.text(),
    [`${choose.text().slice(0, 200)}.html`]: html(choose).slice(0, 50_000),
    'b.csv': choose.text(),
  });
  let bytes = archive(choose, inner());
  for (let depth = choose.number(6); depth > 0; depth -= 1)
    bytes = choose.chance(50) ? zipSync({ 'a.zip': bytes, 'c.txt': strToU8('word') }) : gzipSync(bytes);
  return { name: 'a.zip', bytes };
};

/** One per type of file. Images have no parser to fuzz, and `zip` also makes gzip files. */
const MAKERS: Record<Exclude<DocumentType, 'picture' | 'gzip'>, Maker> = {
  text: asText('a.txt', (choose) => choose.many(() => choose.text())),
  markdown: asText('a.md', (choose) =>
    choose.many(() =>
      choose.pick([
        `# ${choose.text()}\n`,
        `- ${choose.text()}\n`,
        `| ${choose.text()} |\n|---|\n`,
        `> ${choose.text()}`,
        '```\n',
        choose.nested(choose.pick(['> ', '- ', '  ']), 'x', ''),
      ]),
    ),
  ),
  html: asText('a.html', html),
  csv: asText('a.csv', (choose) =>
    choose.many(() => choose.many(() => choose.text(), choose.pick([',', ';', '\t'])), '\n'),
  ),
  json: asText('a.json', json),
  jsonl: asText('a.jsonl', (choose) => choose.many(() => json(choose).slice(0, 2_000), '\n')),
  code: asText('a.ts', (choose) =>
    choose.many(
      () =>
        `${choose.pick(['function', 'class', 'const', '//', '/*', 'int a', 'x y z', 'a(((((', 'a '.repeat(140)])} ${choose.text().slice(0, 290)}`,
      '\n',
    ),
  ),
  email: asText('a.eml', mail),
  mbox: asText('a.mbox', mbox),
  rtf: asText('a.rtf', rtf),
  latex: asText('a.tex', latex),
  subtitles: asText('a.srt', subtitles),
  notebook: asText('a.ipynb', notebook),
  zip,
  opendocument,
  docx,
  xlsx,
  pptx,
  epub,
  pdf,
};

const pool = new PreparePool({ size: 2 });
afterAll(() => pool.close());

/** Describes what went wrong; null if the file was read or refused properly. */
async function faultOf(kind: keyof typeof MAKERS, seed: number): Promise<string | null> {
  const { name, bytes } = MAKERS[kind](new Chooser(seed));
  const what = `${kind}, seed ${seed}, ${bytes.length} bytes`;
  try {
    const result = await pool.prepare({ name, content: { bytes } });
    if (result.kind !== 'prepared') return `${what}: not read`;
    const { document } = result;
    if (document.title.length > 300) return `${what}: a title of ${document.title.length}`;
    const path = document.chunks.find(({ headingPath }) => headingPath.join('').length > 7 * 200);
    return path ? `${what}: a heading path of ${path.headingPath.join('').length}` : null;
  } catch (error) {
    if (!(error instanceof ParseError)) return `${what}: ${String(error)}`;
    const isFault = FAULTS.has(error.code) || error.message.includes('the reader failed');
    return isFault ? `${what}: ${error.message}` : null;
  }
}

describe('KB-1 files made to break parsers are read or refused, within 512 MB and 30 s of computing', () => {
  const kinds = Object.keys(MAKERS) as (keyof typeof MAKERS)[];
  const each = SECONDS > 0 ? (SECONDS * 1000) / kinds.length : 0;
  it.each(kinds)(
    '%s',
    async (kind) => {
      const faults: string[] = [];
      const end = Date.now() + each;
      let seed = SEED * 7_919;
      for (let done = 0; SECONDS > 0 ? Date.now() < end : done < CASES; done += 2) {
        const two = await Promise.all([faultOf(kind, (seed += 104_729)), faultOf(kind, (seed += 104_729))]);
        faults.push(...two.filter((fault) => fault !== null));
      }
      expect(faults).toEqual([]);
    },
    900_000 + each * 2,
  );
});

import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';

const NAMESPACES =
  'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:presentation="p" xmlns:dc="c" xmlns:meta="m"';

function odf(body: string, more: Record<string, string> = {}): Uint8Array {
  const parts: Record<string, string> = {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content ${NAMESPACES}><office:body>${body}</office:body></office:document-content>`,
    'meta.xml': `<office:document-meta ${NAMESPACES}><office:meta><dc:title>Harbour handbook</dc:title><meta:initial-creator>Ada</meta:initial-creator></office:meta></office:document-meta>`,
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}
const read = (bytes: Uint8Array, name = 'handbook.odt') => parseDocument({ bytes, name });

describe('KB-1 OpenDocument', () => {
  it('text: headings, lists, tables, spaces and notes', async () => {
    const document = await read(
      odf(`<office:text><text:tracked-changes><text:p>Struck out.</text:p></text:tracked-changes>
        <text:h text:outline-level="1">Berths</text:h>
        <text:p>North<text:s text:c="2"/>quay<text:line-break/>and <text:span>Crème</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Brûlée.</text:p></text:note-body></text:note>.</text:p>
        <text:list><text:list-item><text:p>Check the tide table.</text:p><text:list><text:list-item><text:p>Twice.</text:p></text:list-item></text:list></text:list-item></text:list>
        <table:table table:name="T"><table:table-row><table:table-cell><text:p>Berth</text:p></table:table-cell><table:table-cell><text:p>Length</text:p></table:table-cell></table:table-row>
        <table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>40 m</text:p></table:table-cell></table:table-row></table:table></office:text>`),
    );
    expect(document).toMatchObject({
      title: 'Harbour handbook',
      mediaType: 'application/vnd.oasis.opendocument.text',
      metadata: { author: 'Ada' },
    });
    expect(document.text).toBe(
      [
        '# Berths',
        'North  quay\nand Crème (Brûlée.).',
        '- Check the tide table.\n  - Twice.',
        '| Berth | Length |\n|---|---|\n| 40 m | 40 m |',
      ].join('\n\n'),
    );
  });

  it('sheets: names as headings, values, and a million empty rows as nothing', async () => {
    const document = await read(
      odf(`<office:spreadsheet><table:table table:name="Fees"><table:table-row><table:table-cell office:value-type="string"><text:p>Ferry</text:p></table:table-cell><table:table-cell office:value="1250.5"/><table:table-cell table:number-columns-repeated="16000"/></table:table-row>
      <table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>Tug</text:p></table:table-cell><table:table-cell office:date-value="2026-03-01"/></table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet>`),
      'fees.ods',
    );
    expect(document.text).toBe(
      '# Fees\n\n| Ferry | 1250.5 |\n|---|---|\n| Tug | 2026-03-01 |\n| Tug | 2026-03-01 |',
    );
  });

  it('sheets: a title above the header, and a further table below', async () => {
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const empty = '<table:table-row><table:table-cell/></table:table-row>';
    const rows = [
      row('Fees of 2026'),
      empty,
      row('Boat', 'Fee €'),
      row('Tug', '40'),
      row('Ferry', '90'),
      empty,
      row('Lost', 'Day', 'Cost €'),
      row('Buoy', '3 May', '120'),
    ];
    const { text } = await read(
      odf(
        `<office:spreadsheet><table:table table:name="Fees">${rows.join('')}</table:table></office:spreadsheet>`,
      ),
      'fees.ods',
    );
    expect(text).toBe(
      '# Fees\n\nFees of 2026\n\n| Boat | Fee € |\n|---|---|\n| Tug | 40 |\n| Ferry | 90 |\n\n| Lost | Day | Cost € |\n|---|---|---|\n| Buoy | 3 May | 120 |',
    );
  });

  it('sheets: a merged cell holds for all its rows, also over an empty one', async () => {
    const cell = (text: string, rows = 1) =>
      `<table:table-cell table:number-rows-spanned="${rows}"><text:p>${text}</text:p></table:table-cell>`;
    const covered = '<table:covered-table-cell/>';
    const rows = [
      cell('Deck') + cell('Cabin') + cell('Beds'),
      cell('Upper', 4) + cell('U1') + cell('2'),
      covered + cell('U2') + cell('4'),
      `${covered}<table:table-cell/>`,
      covered + cell('U3') + cell('1'),
      cell('Lower') + cell('L1') + cell('6'),
    ].map((cells) => `<table:table-row>${cells}</table:table-row>`);
    const { text } = await read(
      odf(
        `<office:spreadsheet><table:table table:name="Ship">${rows.join('')}</table:table></office:spreadsheet>`,
      ),
      'ship.ods',
    );
    expect(text.split('\n').slice(4)).toEqual([
      '| Upper | U1 | 2 |',
      '| Upper | U2 | 4 |',
      '| Upper | U3 | 1 |',
      '| Lower | L1 | 6 |',
    ]);
  });

  it('refuses a sheet that says it is endless', async () => {
    const bomb = odf(
      '<office:spreadsheet><table:table table:name="A"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
    );
    await expect(read(bomb, 'bomb.ods')).rejects.toMatchObject({ code: 'too_large' });
  });

  it('slides are pages', async () => {
    const slide = (title: string, line: string) =>
      `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>${title}</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>${line}</text:p></draw:text-box></draw:frame></draw:page>`;
    const document = await read(
      odf(
        `<office:presentation>${slide('Winter plan', 'Icebreaker Skadi')}${slide('Costs', '80,000 Euro')}</office:presentation>`,
      ),
      'plan.odp',
    );
    expect(document.blocks.map(({ kind, page }) => [kind, page])).toEqual([
      ['heading', 1],
      ['paragraph', 1],
      ['heading', 2],
      ['paragraph', 2],
    ]);
    expect(document.text).toContain('# Costs\n\n80,000 Euro');
  });

  it('says what a password protects, and what is damaged', async () => {
    const locked = odf('<office:text/>', {
      'META-INF/manifest.xml': '<manifest:encryption-data manifest:checksum="x"/>',
    });
    await expect(read(locked)).rejects.toMatchObject({ code: 'encrypted' });
    await expect(read(odf(''))).rejects.toMatchObject({ code: 'damaged' });
    const deep = odf(
      `<office:text>${'<text:section>'.repeat(4_000)}x${'</text:section>'.repeat(4_000)}</office:text>`,
    );
    await expect(read(deep)).rejects.toMatchObject({ code: 'damaged' });
  });
});

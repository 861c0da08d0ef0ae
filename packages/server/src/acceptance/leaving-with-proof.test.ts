import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';
import type { PlayedTurn } from './scripted-server.js';

let server: ScriptedServer;
let played: PlayedTurn;

beforeAll(async () => {
  server = await ScriptedServer.start();
  await server.addBase('Papers', {
    'harbour.md': '# Harbour & quay\n\nThe mooring fee is 40 crowns. All vessels leave before nightfall.',
    'ferry.md': '# Ferry\n\nThe mooring of the ferry is free. The fee of the ferry is 3 crowns.',
  });
  const text =
    '## Fees\n\n- The mooring fee is **40 crowns** [1].\n- It is <b>raised</b> in 2020 [9].\n\n| a | b |\n|---|---|\n| fee | 40 crowns [1] |\n\nAll vessels leave before nightfall [1].';
  played = await server.play([[searchCall('mooring fee')], [{ text }]]);
});

afterAll(() => server.close());

describe('ANS-4 an answer leaves with its proof', () => {
  const get = (query: string) =>
    fetch(`${server.client.url}/api/conversations/${played.conversationId}/export?${query}`);

  it('as Markdown with footnotes: title, file, passage, verdict, link to the passage', async () => {
    const markdown = await (await get('format=footnotes')).text();
    expect(markdown).toContain('- The mooring fee is **40 crowns**[^1].');
    expect(markdown).toMatch(
      /^\[\^1\]: \\\[1\\\] Harbour & quay, harbour\.md: “The mooring fee is 40 crowns\.” \(supported\) <http:\/\/[^>]+\/items\/[^>]+\?start=\d+&end=\d+&words=The%20mooring%20fee%20is%2040%20crowns\.>$/mu,
    );
    expect(markdown).toContain('[^9]: \\[9\\] No source has this number (no such source)');
    expect(markdown).toMatch(
      /\*Checked against the sources: 3 of 4 claims supported.* Answered on \d{4}-\d\d-\d\d by /u,
    );
    expect(markdown).toMatch(/Exported from Ibid on \d{4}.*It does not tell whether the sources are right/u);
  });

  it('as a page that carries its passages, with nothing in it that runs', async () => {
    const response = await get('format=html');
    expect(response.headers.get('content-disposition')).toContain('.html');
    const html = await response.text();
    expect(html).toContain('<sup><a href="#note-1" id="mark-1">[1]</a></sup>');
    // The number of the source, as on the page, not that of the place.
    expect(html).toContain('<sup><a href="#note-9" id="mark-2">[9]</a></sup>');
    expect(html).toContain('<p id="note-9">[9] No source has this number');
    expect(html).toContain('<a href="#note-1-2" id="mark-4">[1]</a>');
    expect(html.match(/<p id="note-[^"]*"/gu)).toEqual([
      '<p id="note-1"',
      '<p id="note-1-2"',
      '<p id="note-9"',
    ]);
    expect(html).toContain('<q>The mooring fee is 40 crowns.</q>');
    expect(html).toContain('&lt;b&gt;raised');
    expect(html).not.toContain('<script');
  });

  it('as DOCX with footnotes', async () => {
    const bytes = new Uint8Array(await (await get('format=docx')).arrayBuffer());
    const files = unzipSync(bytes);
    const body = strFromU8(files['word/document.xml']!);
    const notes = strFromU8(files['word/footnotes.xml']!);
    expect(body).toMatch(
      / \[9\]<\/w:t><\/w:r><w:r><w:rPr><w:rStyle w:val="FootnoteReference"\/><\/w:rPr><w:footnoteReference w:id="2"/u,
    );
    expect(body).toContain('<w:tbl>');
    expect(body).toContain('40 crowns');
    expect(notes).toContain('The mooring fee is 40 crowns.');
    expect(notes).toContain('(supported)');
  });

  it('as BibTeX and CSL, each document once', async () => {
    const bibtex = await (await get('format=bibtex')).text();
    expect(bibtex.match(/@misc/gu)).toHaveLength(1);
    expect(bibtex).toContain('title = {Harbour \\& quay}');
    const csl = (await (await get('format=csl')).json()) as unknown[];
    expect(csl).toMatchObject([{ id: 'source1', type: 'document', title: 'Harbour & quay' }]);
  });

  it('one answer alone, for the clipboard as rich text and as plain text', async () => {
    const { messages } = await server.client.get<{ messages: { id: string }[] }>(
      `/api/conversations/${played.conversationId}/messages`,
    );
    const { html, text } = (await (await get(`format=clipboard&message=${messages.at(-1)?.id}`)).json()) as {
      html: string;
      text: string;
    };
    expect(html).toContain('<strong>40 crowns</strong>');
    expect(html).toContain('<q>The mooring fee is 40 crowns.</q>');
    expect(html).not.toContain('What do the papers say?');
    expect(text).toMatch(/^## Fees/u);
    expect(text).toContain('[^1]: \\[1\\] Harbour & quay');
    // Such anchors do not exist where it is pasted.
    expect(html).not.toContain('href="#');
    expect(text).not.toContain('Exported from');
  });
});

import type { Citation } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { textAsSources } from '../mcp/text-as-sources.js';
import { urlCitations } from './annotations.js';
import { sourceList } from './sources-in-text.js';

const cited = (itemId: string, url: string | null = null): Citation =>
  ({
    citationId: 'c',
    number: 1,
    itemId,
    title: 'A title',
    url,
    range: { start: 0, end: 3 },
    verdict: 'supported',
    passage: { text: 'Odalys Brandt', itemSpan: { start: 4, end: 17 } },
  }) as Citation;

describe('API-4 what a citation is linked to', () => {
  const { chunks = [] } = textAsSources({
    parts: [{ text: 'The harbour master is called Odalys Brandt, since 2019.', name: null, url: null }],
    title: 'port',
    origin: 'port',
  });
  const ofTool = chunks[0]?.itemId ?? '';

  it('is its address, else its text on this server', () => {
    const [web] = urlCitations([cited('web_1', 'https://port.example/news')], 'http://here');
    expect(web?.url).toBe('https://port.example/news');
    const [item] = urlCitations([cited('item/1')], 'http://here');
    expect(item?.url).toBe('http://here/api/items/item%2F1/text?start=4&end=17');
  });

  it('API-3 is a name and no dead link, for what a tool of others returned', () => {
    const [tool] = urlCitations([cited(ofTool)], 'http://here');
    expect(tool).toMatchObject({ url: `urn:ibid:${ofTool}`, passage: 'Odalys Brandt', verdict: 'supported' });
    expect(sourceList([cited(ofTool)], 'http://here')).toBe('\n\nSources:\n[1] A title');
    expect(sourceList([cited('item')], 'http://here')).toContain('[1] A title: http://here/api/items/item');
  });
});

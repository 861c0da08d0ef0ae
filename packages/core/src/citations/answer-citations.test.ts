import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { SourceLedger } from '../sources/source-ledger.js';
import { AnswerCitations, type AnswerCitationEvent } from './answer-citations.js';
import type { Citation } from './citation.js';
import { answerText } from './testing/answer-text.test-helper.js';

const texts = [
  'The tower was built in 1889 for the World Fair in Paris. It is 330 metres tall.',
  'The bridge opened in May 1937. Its main span measures 1,280 metres.',
  'Cats sleep for twelve to sixteen hours a day. The cat sat on the mat.',
];
const ledger = new SourceLedger();
const shownChunks = new Map<number, RetrievedChunk[]>();
for (const [index, text] of texts.entries()) {
  const { number } = ledger.assign({ itemId: `item${index}`, title: `Title ${index}`, origin: 'tool' });
  shownChunks.set(number, [
    {
      itemId: `item${index}`,
      chunkId: '0',
      title: `Title ${index}`,
      text,
      score: 1,
      page: 4,
      span: { start: 100, end: 100 + text.length },
    },
  ]);
}

function run(pieces: readonly string[]): AnswerCitationEvent[] {
  const citations = new AnswerCitations({ sourceByNumber: (number) => ledger.byNumber(number), shownChunks });
  return [...pieces.flatMap((piece) => citations.push(piece)), ...citations.end()];
}

/** The final state of each citation. */
function verdicts(...pieces: string[]): Citation[] {
  const byId = new Map<string, Citation>();
  for (const event of run(pieces))
    if (event.type === 'citation') byId.set(event.citation.citationId, event.citation);
  return [...byId.values()];
}

describe('CIT-5 citations of an answer', () => {
  it('verifies a sentence that is complete, with its passage', () => {
    const events = run(['The tower was built in 1889. [1] Then more.']);
    expect(events.map((event) => event.type)).toEqual(['text', 'citation', 'text', 'text']);
    const [citation] = verdicts('The tower was built in 1889. [1] Then more.');
    expect(citation).toMatchObject({
      number: 1,
      itemId: 'item0',
      verdict: 'supported',
      range: { start: 29, end: 32 },
    });
    expect(citation?.passage).toMatchObject({ chunkId: '0', start: 0, page: 4, itemSpan: { start: 100 } });
    expect(texts[0]?.slice(citation?.passage?.start, citation?.passage?.end)).toBe(citation?.passage?.text);
  });

  it('says the verdict in a later packet where the sentence goes on', () => {
    const events = run(['The tower was built in 1889 [1] in Paris. More.']);
    const citations = events.filter((event) => event.type === 'citation').map((event) => event.citation);
    expect(citations.map((citation) => citation.verdict)).toEqual([null, 'supported']);
    expect(new Set(citations.map((citation) => citation.citationId)).size).toBe(1);
  });

  it.each([
    'The tower was built in 1889, and the bridge opened in May 1937 [1][2].',
    'The tower was built in 1889, and the bridge opened in May 1937 [1, 2].',
    'The tower was built in 1889, and the bridge opened in May 1937. [1][2] More.',
    'The tower was built in 1889, and the bridge opened in May 1937 [2] [1], as is known.',
  ])('reads the sources of one group together: %s', (text) => {
    const found = verdicts(text);
    expect(found.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
    expect(new Set(found.flatMap(({ together }) => together ?? []))).toEqual(new Set([1, 2]));
  });

  it('does not read sources together that stand for different clauses', () => {
    const [first, second] = verdicts(
      'The bridge opened in May 1937 [1], and the tower is 330 metres tall [2].',
    );
    expect([first?.verdict, second?.verdict]).toEqual(['unsupported', 'unsupported']);
  });

  it('finds what the source does not say', () => {
    expect(verdicts('The tower was built in 1789 [1].')[0]).toMatchObject({
      verdict: expect.not.stringMatching(/^supported$/),
    });
    expect(verdicts('The tower was built in 1789 [1].')[0]?.reason).toContain('1789');
    expect(verdicts('Penguins cannot fly over mountains [1].')[0]?.verdict).toBe('unsupported');
  });

  it('lets each marker answer for its own clause', () => {
    const text = 'The tower was built in 1889 [1], and the bridge opened in May 1937 [2].';
    expect(verdicts(text).map((citation) => citation.verdict)).toEqual(['supported', 'supported']);
  });

  it('reads no marker as a figure of the claim, however many there are', () => {
    const citations = verdicts(`The tower is 330 metres tall${' [1]'.repeat(300)}.`);
    expect(citations).toHaveLength(300);
    expect(new Set(citations.map(({ verdict }) => verdict))).toEqual(new Set(['supported']));
  });

  it('CIT-2 keeps a number without a source, marked unknown', () => {
    const text = 'The growth in [2023] sales was fine.';
    expect(
      run([text])
        .map((event) => (event.type === 'text' ? event.text : ''))
        .join(''),
    ).toBe(text);
    expect(verdicts(text)[0]).toMatchObject({ number: 2023, itemId: null, verdict: 'unknown' });
  });

  it('says so when the model saw nothing of a source', () => {
    const citations = new AnswerCitations({
      sourceByNumber: (number) => ledger.byNumber(number),
      shownChunks: new Map(),
    });
    const events = [...citations.push('The tower is tall [1].'), ...citations.end()];
    expect(events.at(-1)).toMatchObject({ citation: { verdict: 'unsupported', passage: null } });
  });

  it('checks a source cited in an earlier turn against the passages that are brought back', () => {
    const citations = new AnswerCitations({
      sourceByNumber: (number) => ledger.byNumber(number),
      shownChunks: new Map(),
      earlierChunks: (source) => shownChunks.get(source.number) ?? [],
    });
    const events = [...citations.push('The bridge opened in May 1937 [2].'), ...citations.end()];
    expect(events.at(-1)).toMatchObject({ citation: { verdict: 'supported', number: 2 } });
  });
});

function normalise(events: readonly AnswerCitationEvent[]) {
  const order = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  const packets = events.filter((event) => event.type === 'citation').map((event) => event.citation);
  return { order, packets };
}

describe('CIT-3 equal packets however the answer was cut', () => {
  const sentence = fc.constantFrom(
    ...texts.map((text) => ` ${text}`),
    ' The tower was built in 1889 [1].',
    ' It opened in 1937. [2] ',
    '\n- the cat sat [3]\n- e.g. the tower [1][2], in Paris',
    ' et al. [2] said so',
    '...... [1]',
  );
  const text = fc.array(fc.oneof(answerText, sentence), { maxLength: 6 }).map((parts) => parts.join(''));

  it('any cut, same text and same citations', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 10 }), (answer, cuts) => {
        const whole = normalise(run([answer]));
        expect(whole.order).toBe(answer);
        expect(normalise(run(answer.split('')))).toEqual(whole);
        const places = [...new Set(cuts.map((cut) => cut % (answer.length + 1)))].sort((a, b) => a - b);
        const pieces = [...places, answer.length].map((end, index) =>
          answer.slice(places[index - 1] ?? 0, end),
        );
        expect(normalise(run(pieces))).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('a citation comes before the text of its marker, and every citation gets a verdict', () => {
    fc.assert(
      fc.property(text, (answer) => {
        const seen = new Map<string, Citation>();
        let shown = 0;
        for (const event of run(answer.split(''))) {
          if (event.type === 'text') shown += event.text.length;
          else {
            const isFirst = !seen.has(event.citation.citationId);
            expect(isFirst && shown > event.citation.range.start).toBe(false);
            seen.set(event.citation.citationId, event.citation);
          }
        }
        for (const citation of seen.values()) expect(citation.verdict).not.toBeNull();
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { answerBalance, describeBalance } from './answer-balance.js';
import { answerFound } from './answer-found.js';
import { answerClaims } from './answer-claims.js';
import type { Citation, CitationVerdict } from './citation.js';
import { CitationStream } from './citation-stream.js';
import { isCheckable } from './is-checkable.js';

/** Citations at the markers of a text, with these verdicts in order. */
function cited(text: string, verdicts: readonly CitationVerdict[]): Citation[] {
  const stream = new CitationStream();
  const places = [...stream.push(text), ...stream.end()].flatMap((event) =>
    event.type === 'marker' ? event.numbers.map((number) => ({ number, range: event.range })) : [],
  );
  return places.map(({ number, range }, index) => ({
    citationId: `c${index + 1}`,
    number,
    itemId: String(number),
    range,
    passage: null,
    score: 1,
    verdict: verdicts[index] ?? null,
  }));
}

const judged = (text: string, ...verdicts: CitationVerdict[]) =>
  answerClaims({ text, citations: cited(text, verdicts) });

describe('CIT-7 the claims of an answer', () => {
  it('are its sentences, with the verdict of their citations, or uncited', () => {
    const text =
      'The tower is 330 metres tall [1]. The bridge opened in May 1937. The gate is older, says the guide. [2] Is that all?';
    const claims = judged(text, 'supported', 'weak');
    expect(claims.map(({ verdict, citationIds }) => [verdict, citationIds])).toEqual([
      ['supported', ['c1']],
      ['uncited', []],
      ['weak', ['c2']],
    ]);
    for (const claim of claims) expect(text.slice(claim.range.start, claim.range.end)).toBe(claim.text);
  });

  it('of sources side by side the best counts, of several places the worst', () => {
    expect(judged('The tower is tall and old [1][2].', 'unsupported', 'supported')[0]?.verdict).toBe(
      'supported',
    );
    expect(
      judged('The tower is tall today [1], and the bridge is old [2].', 'supported', 'unsupported')[0]
        ?.verdict,
    ).toBe('unsupported');
    expect(judged('The tower was built in 1889 [7].', 'unknown')[0]?.verdict).toBe('unknown');
  });

  it('a claim whose source was deleted can no longer be checked, unless another source supports all of it', () => {
    const gone = (text: string, ...verdicts: CitationVerdict[]) =>
      answerClaims({ text, citations: cited(text, verdicts), isGone: ({ number }) => number === 1 });
    expect(gone('The tower is tall [1].', 'supported')[0]?.verdict).toBe('gone');
    expect(gone('The tower is tall [1].', 'weak')[0]?.verdict).toBe('gone');
    expect(gone('The tower is tall [1][2].', 'supported', 'weak')[0]?.verdict).toBe('gone');
    expect(gone('The tower is tall [1][2].', 'weak', 'supported')[0]?.verdict).toBe('supported');
    const [both] = gone('The tower is tall today [1], and the bridge is old [2].', 'supported', 'supported');
    expect(both?.verdict).toBe('gone');
    expect(describeBalance(answerBalance([both!]), { isGrounded: true })).toBe(
      'Checked against the sources: 0 of 1 claim supported, 1 can no longer be checked',
    );
  });

  it('half a sentence at the end of an answer that was cut claims nothing yet', () => {
    const text = 'The bridge opened in May 1937. The monthly rent of 4';
    const cut = (isCut: boolean) => answerClaims({ text, citations: [], isCut }).length;
    expect([cut(false), cut(true)]).toEqual([2, 1]);
    expect(answerClaims({ text: 'The bridge opened in May 1937.', citations: [], isCut: true })).toHaveLength(
      1,
    );
  });

  it('a citation that was never judged bears nothing out', () => {
    expect(judged('The tower was built in 1889 [1].')[0]?.verdict).toBe('unsupported');
  });
});

describe('CIT-7 what is no claim is not nagged about', () => {
  it.each([
    'Hello! How can I help you today?',
    'Hello, nice to meet you again today!',
    'I found nothing in the documents that answers this.',
    'I answer with sentences from your documents, each with its source.',
    "I'm sorry, I could not find anything about the harbour.",
    'Let me know if you need more details about the harbour.',
    'The documents do not mention the height of the tower.',
    'None of the sources says anything; the search results contain no price list.',
    'Here are the most important points about the harbour.',
    'If you want me to look further, name another document.',
    'You asked about the height of the tower.',
    'No information about the tower was found.',
  ])('%s', (sentence) => expect(isCheckable(sentence)).toBe(false));

  it.each([
    'The bridge opened in May 1937.',
    'You may moor at the east quay for two hours.',
    'No vessel may enter after dark.',
    'Iron melts at 1538 degrees.',
    'Nothing in the hold was damaged by water.',
    'Die Brücke wurde 1937 eröffnet.',
    'In 2019 the harbour was closed.',
  ])('but this is one: %s', (sentence) => expect(isCheckable(sentence)).toBe(true));
});

describe('CIT-7 the balance of an answer', () => {
  const balance = (text: string, ...verdicts: CitationVerdict[]) =>
    describeBalance(answerBalance(judged(text, ...verdicts)), { isGrounded: true });

  it('counts what is supported and names the rest', () => {
    const text =
      'The tower is very tall [1]. The bridge is very old [1]. The gate is very green [1]. The wall was built in 1200.';
    expect(balance(text, 'supported', 'weak', 'unsupported')).toBe(
      'Checked against the sources: 1 of 4 claims supported, 1 weak, 1 unsupported, 1 uncited',
    );
    expect(balance('The tower is very tall [1].', 'supported')).toBe(
      'Checked against the sources: 1 of 1 claim supported',
    );
    expect(balance('The tower is very tall [9].', 'unknown')).toBe(
      'Checked against the sources: 0 of 1 claim supported, 1 with an unknown source',
    );
  });

  it('says of an answer that found nothing outright that it is none', () => {
    const quotes = '- “The tower is very tall.” [1]\n- “The bridge is very old.” [1]';
    const words = (text: string, ...verdicts: CitationVerdict[]) =>
      describeBalance(answerBalance(judged(text, ...verdicts)), {
        isGrounded: true,
        found: answerFound(text),
      });
    for (const opening of [
      'I found nothing that answers this outright. What comes closest:',
      '*I searched for “tower” instead of “towr”.*\n\nI found no mention of “gate” or “wall”. What comes closest:',
      'Ich habe nichts gefunden, was diese Frage direkt beantwortet. Am nächsten kommt:',
      'Ich habe keine Erwähnung gefunden von „Tor“. Am nächsten kommt:',
    ]) {
      expect(words(`${opening}\n\n${quotes}`, 'supported', 'supported')).toBe(
        'No answer found; 2 quotes that come closest, each checked against the source',
      );
      expect(words(`${opening}\n\n${quotes}`, 'supported', 'weak')).toBe(
        'No answer found; of 2 quotes that came closest, 1 supported, 1 weak',
      );
    }
    expect(
      words('I found no name that answers this. What comes closest:\n\n- “It is old.” [1]', 'supported'),
    ).toBe('No answer found; 1 quote that comes closest, checked against the source');
  });

  it.each([
    ['I found nothing that answers this about the gate.\n\n- “The tower is very tall.” [1]', 'in part'],
    ['The documents do not mention the gate. The tower is very tall [1].', 'in part'],
    ['Unfortunately, I could not find the price. The tower is very tall [1].', 'in part'],
    ['Leider habe ich dazu keine Angaben gefunden. Der Turm ist sehr hoch [1].', 'in part'],
    ['Die Dokumente nennen den Preis nicht. Der Turm ist sehr hoch [1].', 'in part'],
    ['The tower is very tall [1]. The documents do not mention the gate.', 'yes'],
    ['The files of the harbour do not leave the house [1].', 'yes'],
    ['No vessel may enter after dark [1].', 'yes'],
    ['I found sources that disagree. The newest first:\n\n- “It is tall.” [1]', 'yes'],
    ['Ich habe Quellen gefunden, die sich widersprechen.\n\n- “It is tall.” [1]', 'yes'],
  ])('reads from an opening whether the answer was found: %s', (text, found) => {
    expect(answerFound(text)).toBe(found);
  });

  it('says when no source is named, and when nothing was even searched', () => {
    const claims = answerBalance(judged('The wall was built in 1200. The old gate stands nearby today.'));
    expect(describeBalance(claims, { isGrounded: true })).toBe('Cites no source: 2 claims uncited');
    expect(describeBalance(claims, { isGrounded: false })).toBe(
      'Answered without a search or a source: 2 claims uncited',
    );
    expect(describeBalance(answerBalance([]), { isGrounded: false })).toBeNull();
  });
});

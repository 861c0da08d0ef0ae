import { describe, expect, it } from 'vitest';
import { documentSentences } from './document-sentences.js';

const texts = (text: string) => documentSentences(text).map((sentence) => sentence.text);

describe('MOD-2 sentences to quote', () => {
  it('are not made of code, but for a single line in fences', () => {
    const code = '```ts\nconst one = 1;\nconst two = 2;\n```';
    expect(texts(`Count like this.\n\n${code}\n\nThen stop.`)).toEqual(['Count like this.', 'Then stop.']);
    expect(texts('Start it:\n\n```sh\nnpm start\n```\n\nThen look.')).toEqual([
      'Start it:',
      'npm start',
      'Then look.',
    ]);
  });

  it('leave out code whose beginning or end is in another chunk', () => {
    expect(texts('const two = 2;\n```\n\nThen stop.')).toEqual(['Then stop.']);
    expect(texts('Count like this.\n\n~~~js\nconst one = 1;\nconst two = 2;')).toEqual(['Count like this.']);
  });

  it('keep a heading aside that stands in bold before its paragraph', () => {
    const [first, second] = documentSentences(
      '# Minutes\n\n5. **Moorings.** The fee rises in April.\n6. **Crane** is out of order.',
    );
    expect([first?.text, first?.heading]).toEqual(['The fee rises in April.', 'Minutes Moorings']);
    // Without the full stop, it is a word of its sentence.
    expect(second?.text).toBe('**Crane** is out of order.');
  });

  it('go on behind the day of a German date', () => {
    expect(texts('Urlaub verfällt am 31. März des Folgejahres. Danach gilt er nicht mehr.')).toEqual([
      'Urlaub verfällt am 31. März des Folgejahres.',
      'Danach gilt er nicht mehr.',
    ]);
    expect(texts('It had 31. April was mild.')).toHaveLength(1);
    expect(texts('Es waren 312. Mai war er fort.')).toHaveLength(2);
  });

  it('keep the heading aside, and rows and points apart', () => {
    const text =
      '# Fuel\n\nThe tank holds\n90 tons. Ask Dr. Berg.\n\n| what | tons |\n| --- | --- |\n| oil | 3 |\n\n- one\n- two';
    expect(documentSentences(text)).toEqual(
      ['The tank holds 90 tons.', 'Ask Dr. Berg.', 'oil | 3', 'one', 'two'].map((sentence, index) => ({
        text: sentence,
        isHeader: false,
        heading: sentence === 'oil | 3' ? 'Fuel what tons' : 'Fuel',
        ...(sentence === 'oil | 3' && { columns: 'what | tons' }),
        ...(index > 2 && { isPoint: true }),
        isFragment: sentence === 'oil | 3',
        block: [1, 1, 4, 5, 6][index],
        index,
      })),
    );
  });

  it('keep a question that a document asks with its answer', () => {
    expect(texts('- Permit for the crane? To be renewed by 4 May 2027\n- Who pays? The owner.')).toEqual([
      'Permit for the crane? To be renewed by 4 May 2027',
      'Who pays? The owner.',
    ]);
  });

  it('take named values one below the other apart, and wrapped lines together', () => {
    expect(texts('Landlord: Vela Homes\nTenant: Rui Costa\n\nThe rent: it is due\non Mondays.')).toEqual([
      'Landlord: Vela Homes',
      'Tenant: Rui Costa',
      'The rent: it is due on Mondays.',
    ]);
  });

  it('are the records of a JSON file, and the fields around them', () => {
    const ships = ['{"ship":"Petrel","master":"Ana {Lima}"}', '{"ship":"Halcyon","master":null}'];
    expect(texts(`{"port":"Faro","ships":[\n${ships.join(',\n')}\n]}`)).toEqual([...ships, '"port":"Faro"']);
    expect(texts('[see note] The winch failed.')).toEqual(['[see note] The winch failed.']);
  });

  it('begin after the sign of a point, also where it comes from a PDF', () => {
    expect(texts('## Duties\n\n• Report first.\n◦ Check the tide.\n▪ Log it.')).toEqual([
      'Report first.',
      'Check the tide.',
      'Log it.',
    ]);
  });

  it('keeps what is to be done with who does it and by when', () => {
    const texts = (text: string) => documentSentences(text).map((sentence) => sentence.text);
    expect(texts('Falls rose. Buy 24 beds. Owner: Ruth Abara. Due: 30 April 2026.')).toEqual([
      'Falls rose.',
      'Buy 24 beds. Owner: Ruth Abara. Due: 30 April 2026.',
    ]);
  });

  it('leaves out how a letter closes and who signs it', () => {
    const letter = 'From: Ana Ruiz <a@b.example>\nSubject: Lift\n\nThe lift is late.\n\nBest wishes\nAna';
    const signed = 'From: Ana Ruiz <a@b.example>\n\nThe lift is late.\n\nAna Ruiz\nHarbour Office';
    for (const text of [letter, signed])
      expect(
        documentSentences(text)
          .filter(({ isHeader }) => !isHeader)
          .map((one) => one.text),
      ).toEqual(['The lift is late.']);
    expect(documentSentences('# Note\n\nAna Ruiz\nHarbour Office')).toHaveLength(1);
  });
});

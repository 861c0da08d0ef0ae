import { askSentence, topicOfSentence } from './ask-sentence.js';
import { documentSentences } from './document-sentences.js';
import { selectSentences } from './select-sentences.js';

/** A document may be as long as a book. Its beginning has enough to ask about. */
const LOOKED_AT = 20_000;
const MOST_TRIED = 12;
/** The document is about a word that it repeats this often. */
const OFTEN = 2;
const ALWAYS_SMALL = new Set(
  'the a an each every all any der die das ein eine jeder jede jedes alle'.split(' '),
);

interface Asked {
  /** A question in the document's language, or only a topic. */
  question: string;
  /** The sentence that must answer it. */
  sentence: string;
}

/**
 * WEB-10: questions that a document answers, made from its own sentences. If too few sentences can be turned into
 * questions, topics of sentences are added. Each is asked of the document, and kept only if its own sentence answers
 * it. A topic does not end in a question mark.
 */
export async function questionsOf(options: {
  title: string;
  text: string;
  /** Index terms of a text: normalised and stemmed. */
  terms: (text: string) => string[];
  most: number;
}): Promise<string[]> {
  const { title, terms, most } = options;
  const contents = options.text.slice(0, LOOKED_AT);
  const isName = (word: string) =>
    !ALWAYS_SMALL.has(word.toLowerCase()) && !contents.includes(` ${word.toLowerCase()} `);
  const sentences = documentSentences(contents).filter((each) => !each.isFragment && !each.isHeader);
  const asked = made(sentences, ({ text }) => askSentence(text, isName));
  const topics = made(sentences, ({ text }) => topicOfSentence(text)).filter(
    ({ question }) => question.includes(' ') || occurrences(contents, question) >= OFTEN,
  );
  const document = { number: 1, title, path: '', date: null, version: [], rank: 0, contents };
  const answered = async ({ question, sentence }: Asked): Promise<boolean> => {
    const whole = question.endsWith('?') ? question : `What does “${title}” say about “${question}”?`;
    const [best] = await selectSentences({ question: whole, documents: [document], terms, most: 2 });
    return best !== undefined && best.missing === undefined && !best.isNear && best.text.includes(sentence);
  };
  const kept: Asked[] = [];
  let tried = 0;
  for (const one of [...spreadOut(asked, most), ...spreadOut(topics, most)]) {
    if (kept.length >= most || tried >= MOST_TRIED) break;
    if (kept.some(({ sentence }) => sentence === one.sentence)) continue;
    tried += 1;
    if (await answered(one)) kept.push(one);
  }
  return kept.map(({ question }) => question);
}

function made<Sentence extends { text: string }>(
  sentences: readonly Sentence[],
  ask: (sentence: Sentence) => string | null,
): Asked[] {
  const found = new Map<string, Asked>();
  for (const sentence of sentences) {
    const question = ask(sentence);
    if (question !== null && !found.has(question)) found.set(question, { question, sentence: sentence.text });
  }
  return [...found.values()];
}

function occurrences(text: string, word: string): number {
  return text.toLowerCase().split(word.toLowerCase()).length - 1;
}

/** One from each part of the document first: neighbours would cover only one part. */
function spreadOut<Value>(values: readonly Value[], parts: number): Value[] {
  const size = Math.max(1, Math.ceil(values.length / parts));
  return values
    .map((value, index) => ({ value, rank: (index % size) * parts + Math.floor(index / size) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ value }) => value);
}

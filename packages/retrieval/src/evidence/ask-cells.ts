import type { LanguageModelV4, LanguageModelV4Usage } from '@ai-sdk/provider';
import { checkQuotes, fitRequest, saysOpposite } from '@ibid/core/internal';
import type { AskedQuestion } from './asked-question.js';
import { ABSENT, type EvidenceCell, type EvidenceColumn } from './evidence-column.js';
import { sentenceAt, type EvidenceDocument, type EvidenceSentence } from './evidence-document.js';
import { evidenceCellsPrompt } from './prompts.generated.js';
import { matchingValue } from './matching-value.js';
import { cellOf } from './cell-of.js';
import { checkValue } from './quote-cell.js';

const MOST_TOKENS = 4_000;

interface Asked {
  column: EvidenceColumn;
  question: AskedQuestion;
}

/**
 * ANS-1 with a language model: it names a value and a quote for all columns of a row at once. The quote must be in the
 * document and the value in the quote, and the claim check decides as it does for answers.
 */
export async function askCells(options: {
  model: LanguageModelV4;
  document: EvidenceDocument;
  columns: readonly Asked[];
  contextWindow?: number;
  signal?: AbortSignal;
}): Promise<{ cells: EvidenceCell[]; usage: LanguageModelV4Usage }> {
  const { document, columns } = options;
  const { contextWindow } = options;
  const request = fitRequest({
    system: [evidenceCellsPrompt],
    user: [
      '# ',
      { text: document.title },
      '\n\n<passages>\n',
      { lines: document.chunks.map(({ text }) => `${text ?? ''}\n`) },
      '\n</passages>\n\nQuestions:',
      ...columns.flatMap(({ column }, index) => [
        `\n${index + 1}. `,
        { text: `${column.question} (${kindInWords(column)})` },
      ]),
    ],
    outputTokens: MOST_TOKENS,
    window: contextWindow === undefined ? null : { contextWindow, tokenizer: null },
  });
  if (!request) throw new Error(`A window of ${contextWindow} tokens is too small for these questions.`);
  const { content, usage } = await options.model.doGenerate({
    prompt: request.prompt,
    temperature: 0,
    maxOutputTokens: request.maxOutputTokens,
    ...(options.signal && { abortSignal: options.signal }),
  });
  const said = readCells(content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
  const cells = columns.map((asked, index) => {
    const own = said.get(index + 1);
    if (!own)
      return {
        ...ABSENT,
        verdict: 'unsupported' as const,
        reason: 'The model gave no answer that can be read.',
      };
    return own.value === null ? ABSENT : judged(asked, own.value, own.quote ?? '', document);
  });
  return { cells, usage };
}

function kindInWords({ kind, unit, choices }: EvidenceColumn): string {
  if (kind === 'number')
    return unit ? `a number, in ${unit} if the document has it so` : 'a number with its unit';
  if (kind === 'date') return 'a date';
  if (kind === 'yes-no') return 'yes or no';
  if (kind === 'choice') return `one of: ${(choices ?? []).join(', ')}`;
  return 'a few words';
}

/** Parses a model's answer; unusable parts are skipped. */
function readCells(said: string): Map<number, { value: string | null; quote: string | null }> {
  const found = new Map<number, { value: string | null; quote: string | null }>();
  let read: { cells?: unknown };
  try {
    read = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as typeof read;
  } catch {
    return found;
  }
  for (const entry of Array.isArray(read.cells) ? (read.cells as unknown[]) : []) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { number, value, quote } = entry as Record<string, unknown>;
    const told = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof number !== 'number') continue;
    found.set(number, {
      value: typeof told === 'string' && told.trim() !== '' ? told.trim() : null,
      quote: typeof quote === 'string' ? quote : null,
    });
  }
  return found;
}

function judged(
  { column, question }: Asked,
  said: string,
  quote: string,
  document: EvidenceDocument,
): EvidenceCell {
  const sentence = placeOf(quote, document);
  if (!sentence)
    return {
      ...ABSENT,
      verdict: 'unsupported',
      value: said,
      reason: 'What the model quotes is not in the document.',
    };
  const value = matchingValue(column, question, said, sentence);
  if (!value)
    return cellOf({ value: said, number: null, written: said }, sentence, {
      verdict: 'unsupported',
      reason: `The quote does not have “${said}”.`,
    });
  if (column.kind === 'yes-no') {
    const isOpposite = saysOpposite({ statement: question.words, chunk: sentence.alone });
    const check = document.verifier.check({ claim: question.words, chunks: [sentence.alone] });
    if ((value.value === 'no') === isOpposite && (isOpposite || check.verdict === 'supported'))
      return cellOf(value, sentence, { verdict: 'supported', reason: null });
    return cellOf(value, sentence, {
      verdict: isOpposite ? 'unsupported' : 'weak',
      reason: check.reason ?? 'The quote does not say it in these words.',
    });
  }
  const check = checkValue(question, value.written, sentence, document);
  return cellOf(value, sentence, { verdict: check.verdict, reason: check.reason ?? null });
}

/** Locates a quote. White space and single words may differ, because the cell keeps the document's own text. */
function placeOf(quote: string, document: EvidenceDocument): EvidenceSentence | null {
  const words = quote.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return null;
  const pattern = new RegExp(
    words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)).join(String.raw`\s+`),
    'u',
  );
  for (const chunk of document.chunks) {
    const match = pattern.exec(chunk.text ?? '');
    if (match) return sentenceAt(chunk, { start: match.index, end: match.index + match[0].length });
  }
  const [found] = checkQuotes({
    sentence: `“${words.join(' ').replaceAll(/["“”]/gu, "'")}”`,
    chunks: document.chunks,
  });
  const chunk = document.chunks.find(({ chunkId }) => chunkId === found?.place?.chunkId);
  return found?.place && chunk ? sentenceAt(chunk, found.place) : null;
}

import { formatNumber } from '../../lib/format-number.js';

const megabytes = (bytes: number) => formatNumber(bytes / 1e6);

const language = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;

/** MOD-5 */
export const searchModelTexts = {
  none: { embedding: 'Built in (English)', reranking: 'None' },
  hints: {
    embedding:
      'After a change, new vectors are made for all passages in the background. You can keep searching meanwhile.',
    reranking:
      'Reads the best results again, together with the question. This improves their order but makes the search slower.',
  },
  suggested: (title: string, choice: string, size: number) =>
    `${title} · ${choice.replace('hub:', '')} · ${size} MB to download`,
  suggestedHere: (title: string, choice: string) =>
    `${title} · ${choice.replace('hub:', '')} · on this machine`,
  other: 'Another one…',
  otherName: { embedding: 'Name of the model for search', reranking: 'Name of the model for reranking' },
  otherHint:
    'hub:owner/name for an ONNX model to download, folder:/path for one on the server, or provider/model.',
  fetching: (choice: string, bytes: number, total: number) =>
    `Downloading ${choice.replace('hub:', '')}: ${megabytes(bytes)} of ${megabytes(total)} MB`,
  loading: 'Loading',
  embedding: (done: number, total: number) =>
    `New vectors: ${formatNumber(done)} of ${formatNumber(total)} passages`,
  failed: (choice: string | null, problem: string) => `${choice ?? 'It'} could not be used. ${problem}`,
  keywordOnly: 'none, search by keyword only',
  inUse: ({ id, dimensions, languages }: { id: string; dimensions: number; languages: string[] | null }) =>
    `${id}, ${dimensions} dimensions, ${languages === null ? 'many languages' : languages.map(language).join(', ')}`,
  proposal: 'Search by meaning does not understand the language of some documents',
  proposalHint: (languages: { language: string; items: number }[]) =>
    `${languages.map((one) => `${language(one.language)} (${formatNumber(one.items)})`).join(', ')}. A multilingual model finds them by meaning, not only by their words.`,
  proposalUse: (size: number) => `Use a multilingual model (${size} MB)`,
};

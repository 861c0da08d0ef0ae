import { formatNumber } from '../../lib/format-number.js';
import type { Texts } from '../texts.js';

const megabytes = (bytes: number) => formatNumber(bytes / 1e6);

const language = (code: string) => new Intl.DisplayNames('de', { type: 'language' }).of(code) ?? code;

export const searchModelTexts: Texts['searchModels'] = {
  none: { embedding: 'Eingebaut (Englisch)', reranking: 'Keines' },
  hints: {
    embedding:
      'Ein Wechsel berechnet im Hintergrund neue Vektoren für alle Textstellen. Die Suche läuft weiter.',
    reranking:
      'Liest die besten Ergebnisse noch einmal zusammen mit der Frage. Bessere Reihenfolge, langsamere Suche.',
  },
  suggested: (title, choice, size) => `${title} · ${choice.replace('hub:', '')} · ${size} MB zu laden`,
  suggestedHere: (title, choice) => `${title} · ${choice.replace('hub:', '')} · auf diesem Rechner`,
  other: 'Ein anderes …',
  otherName: { embedding: 'Name des Modells für die Suche', reranking: 'Name des Modells zum Neuordnen' },
  otherHint:
    'hub:inhaber/name für ein ONNX-Modell zum Laden, folder:/pfad für eines auf dem Server, oder anbieter/modell.',
  fetching: (choice, bytes, total) =>
    `${choice.replace('hub:', '')} wird geladen: ${megabytes(bytes)} von ${megabytes(total)} MB`,
  loading: 'Wird geladen',
  embedding: (done, total) => `Neue Vektoren: ${formatNumber(done)} von ${formatNumber(total)} Textstellen`,
  failed: (choice, problem) => `${choice ?? 'Das Modell'} konnte nicht verwendet werden. ${problem}`,
  keywordOnly: 'keines, nur Suche nach Wörtern',
  inUse: ({ id, dimensions, languages }) =>
    `${id}, ${dimensions} Dimensionen, ${languages === null ? 'viele Sprachen' : languages.map(language).join(', ')}`,
  proposal: 'Die Suche nach Bedeutung versteht die Sprache mancher Dokumente nicht',
  proposalHint: (languages) =>
    `${languages.map((one) => `${language(one.language)} (${formatNumber(one.items)})`).join(', ')}. Ein mehrsprachiges Modell findet sie nach ihrer Bedeutung, nicht nur nach ihren Wörtern.`,
  proposalUse: (size) => `Mehrsprachiges Modell verwenden (${size} MB)`,
};

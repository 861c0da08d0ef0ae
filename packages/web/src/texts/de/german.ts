import { formatNumber, formatPercent } from '../../lib/format-number.js';
import type { Texts } from '../texts.js';
import { accountTexts } from './account.js';
import { conversationTexts } from './conversation.js';
import { germanOfEngine } from './engine.js';
import { knowledgeTexts } from './library.js';
import { organisationTexts } from './organisation.js';
import { panelTexts } from './panel.js';
import { researchTexts } from './research.js';
import { searchModelTexts } from './search-models.js';
import { shellTexts } from './shell.js';
import { sourceTexts } from './sources.js';
import { tableTexts } from './tables.js';

/** All German texts of the page. */
export const german: Texts = {
  product: 'Ibid',
  engine: germanOfEngine,
  searchModels: searchModelTexts,
  connected: sourceTexts,
  common: {
    close: 'Schließen',
    cancel: 'Abbrechen',
    save: 'Speichern',
    saved: 'Gespeichert',
    create: 'Anlegen',
    delete: 'Löschen',
    edit: 'Bearbeiten',
    copy: 'Kopieren',
    copied: 'Kopiert',
    undo: 'Rückgängig',
    download: 'Herunterladen',
    open: 'Öffnen',
    back: 'Zurück',
    more: 'Mehr',
    loadMore: 'Mehr anzeigen',
    loading: 'Wird geladen',
    search: 'Suchen',
    name: 'Name',
    description: 'Beschreibung',
    none: 'Keine',
    retry: 'Erneut versuchen',
    reload: 'Seite neu laden',
    tokens: (count) => `${formatNumber(count)} Token`,
    items: (count) => `${formatNumber(count)} ${count === 1 ? 'Dokument' : 'Dokumente'}`,
    chunks: (count) => `${formatNumber(count)} ${count === 1 ? 'Abschnitt' : 'Abschnitte'}`,
    seconds: (milliseconds) =>
      milliseconds < 1_000
        ? `${Math.round(milliseconds)} ms`
        : `${(milliseconds / 1_000).toFixed(1).replace('.', ',')} s`,
  },
  errors: {
    offline: 'Der Server ist nicht erreichbar. Prüfen Sie, ob er läuft und ob Sie verbunden sind.',
    status: (status) =>
      `Der Server hat mit dem Status ${status} geantwortet. Versuchen Sie es noch einmal. Wenn es so bleibt, sehen Sie im Protokoll des Servers nach.`,
    title: 'Etwas ist schiefgegangen',
    crash:
      'Dieser Teil der Seite ist abgestürzt. Was Sie geschrieben haben, bleibt erhalten. Laden Sie die Seite neu.',
    notFound: 'Hier ist nichts',
    notFoundHint:
      'Vielleicht stimmt die Adresse nicht, es wurde gelöscht, oder Sie haben keinen Zugriff darauf.',
    home: 'Zur Startseite',
    load: 'Das konnte nicht geladen werden',
  },
  code: {
    copy: 'Code kopieren',
    save: 'Als Datei speichern',
    diagram: 'Diagramm',
    showCode: 'Code anzeigen',
    showDiagram: 'Diagramm anzeigen',
    block: (language) => (language === '' ? 'Code' : `Code, ${language}`),
  },
  verdicts: {
    supported: 'Belegt',
    weak: 'Schwach belegt',
    unsupported: 'Nicht belegt',
    unknown: 'Quelle gibt es nicht',
    uncited: 'Ohne Quelle',
    checking: 'Wird geprüft',
    gone: 'Nicht mehr prüfbar',
  },
  repair: {
    title: 'Nachgebesserte Antwort',
    done: (changes) =>
      changes === 1
        ? 'Nach der Prüfung an einer Stelle nachgebessert.'
        : `Nach der Prüfung an ${changes} Stellen nachgebessert.`,
    refused: (proposals) =>
      proposals === 1
        ? 'Die Prüfung hat einen Änderungsvorschlag abgelehnt.'
        : `Die Prüfung hat ${proposals} Änderungsvorschläge abgelehnt.`,
    notRemoved: 'Sollte gestrichen werden, bleibt',
    notCorrected: 'Sollte ersetzt werden, bleibt',
    showChanges: 'Änderungen anzeigen',
    hideChanges: 'Änderungen ausblenden',
    showFirst: 'Erste Fassung anzeigen',
    hideFirst: 'Erste Fassung ausblenden',
    kinds: { cited: 'Quelle gefunden', corrected: 'Berichtigt', removed: 'Gestrichen' },
  },
  against: {
    title: 'Was dagegen spricht',
    look: 'Suchen, was dagegen spricht',
    looking: 'Suche läuft',
    nothing: 'Nichts gefunden, was dagegen spricht.',
    nothingInAll: 'Nichts gefunden, was gegen diese Antwort spricht.',
    found: (claims) =>
      claims === 1 ? 'Gegen eine Aussage spricht etwas' : `Gegen ${claims} Aussagen spricht etwas`,
    date: (day, of) => (of === 'added' ? `hinzugefügt am ${day}` : of === 'file' ? `Datei vom ${day}` : day),
  },
  citations: {
    chip: (number, title, verdict) =>
      title === ''
        ? `Quelle ${number}. ${verdict}.`
        : `Quelle ${number}: ${title.replace(/\.$/, '')}. ${verdict}.`,
    noSource: 'Keine Quelle hat diese Nummer',
    uncited: 'Dieser Satz behauptet etwas ohne Quelle',
    secondOpinion: (model) => `Zweite Meinung von ${model}:`,
    opinions: ({ model, asked, supported }) =>
      asked === 1
        ? `Zweite Meinung von ${model}: Das zweifelhafte Zitat ist ${supported === 1 ? '' : 'nicht '}belegt.`
        : `Zweite Meinung von ${model}: ${supported} von ${asked} zweifelhaften Zitaten sind belegt.`,
    askAbout: (model, open) =>
      open === 1
        ? `${model} zum zweifelhaften Zitat fragen`
        : `${model} zu ${open} zweifelhaften Zitaten fragen`,
    asking: (model) => `${model} wird gefragt …`,
    noOpinion: (model) => `${model} hat keine Meinung abgegeben.`,
    balance:
      'Jede Aussage wurde mit den Textstellen verglichen, die sie nennt. Ob die Quellen stimmen und ob etwas fehlt, sagt das nicht.',
    page: (page) => `Seite ${page}`,
    openPassage: 'Textstelle öffnen',
    replacedBy: (title) => `„${title}“ ersetzt dieses Dokument.`,
    readByOcr: (confidence) => `Aus einem Bild gelesen (zu ${formatPercent(confidence / 100)} sicher).`,
    notReadClearly: (words) => `Nicht deutlich gelesen: ${words.map((word) => `„${word}“`).join(', ')}.`,
  },
  ...shellTexts,
  ...conversationTexts,
  ...panelTexts,
  ...researchTexts,
  ...knowledgeTexts,
  ...tableTexts,
  ...accountTexts,
  ...organisationTexts,
};

import { formatNumber, formatPercent } from '../../lib/format-number.js';
import { accountTexts } from './account.js';
import { conversationTexts } from './conversation.js';
import { knowledgeTexts } from './library.js';
import { organisationTexts } from './organisation.js';
import { panelTexts } from './panel.js';
import { researchTexts } from './research.js';
import { searchModelTexts } from './search-models.js';
import { shellTexts } from './shell.js';
import { sourceTexts } from './sources.js';
import { tableTexts } from './tables.js';

/** All English texts of the page. A translation is a module of the same shape. */
export const english = {
  product: 'Ibid',
  /** Messages of the server and the engine, already in English. */
  engine: (text: string) => text as string,
  searchModels: searchModelTexts,
  connected: sourceTexts,
  common: {
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    saved: 'Saved',
    create: 'Create',
    delete: 'Delete',
    edit: 'Edit',
    copy: 'Copy',
    copied: 'Copied',
    undo: 'Undo',
    download: 'Download',
    open: 'Open',
    back: 'Back',
    more: 'More',
    loadMore: 'Show more',
    loading: 'Loading',
    search: 'Search',
    name: 'Name',
    description: 'Description',
    none: 'None',
    retry: 'Try again',
    reload: 'Reload the page',
    tokens: (count: number) => `${formatNumber(count)} ${count === 1 ? 'token' : 'tokens'}`,
    items: (count: number) => `${formatNumber(count)} ${count === 1 ? 'document' : 'documents'}`,
    chunks: (count: number) => `${formatNumber(count)} ${count === 1 ? 'chunk' : 'chunks'}`,
    seconds: (milliseconds: number) =>
      milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`,
  },
  errors: {
    offline: 'The server cannot be reached. Check that it is running and that you are connected.',
    status: (status: number) =>
      `The server answered with status ${status}. Try again. If it keeps happening, look in the server’s log.`,
    title: 'Something went wrong',
    crash: 'This part of the page stopped working. What you wrote is kept. Reload the page to continue.',
    notFound: 'There is nothing here',
    notFoundHint: 'The address may be wrong, it may have been deleted, or you may not have access to it.',
    home: 'Go to the start page',
    load: 'This could not be loaded',
  },
  code: {
    copy: 'Copy code',
    save: 'Save as a file',
    diagram: 'Diagram',
    showCode: 'Show the code',
    showDiagram: 'Show the diagram',
    block: (language: string) => (language === '' ? 'Code' : `Code, ${language}`),
  },
  verdicts: {
    supported: 'Supported',
    weak: 'Weakly supported',
    unsupported: 'Not supported',
    unknown: 'No such source',
    uncited: 'Uncited',
    checking: 'Being checked',
    gone: 'Can no longer be checked',
  },
  repair: {
    title: 'Repaired answer',
    done: (changes: number) =>
      changes === 1
        ? 'Repaired in one place after the check.'
        : `Repaired in ${changes} places after the check.`,
    refused: (proposals: number) =>
      proposals === 1
        ? 'The check refused one proposed change.'
        : `The check refused ${proposals} proposed changes.`,
    notRemoved: 'Proposed to remove, kept',
    notCorrected: 'Proposed to replace, kept',
    showChanges: 'Show what changed',
    hideChanges: 'Hide what changed',
    showFirst: 'Show the first version',
    hideFirst: 'Hide the first version',
    kinds: { cited: 'Source found', corrected: 'Corrected', removed: 'Removed' },
  },
  against: {
    title: 'Evidence against it',
    look: 'Look for evidence against it',
    looking: 'Looking',
    nothing: 'No evidence against it was found.',
    nothingInAll: 'No evidence against this answer was found.',
    found: (claims: number) =>
      claims === 1 ? 'Evidence against one claim' : `Evidence against ${claims} claims`,
    date: (day: string, of: 'document' | 'file' | 'added') =>
      of === 'added' ? `added ${day}` : of === 'file' ? `file dated ${day}` : day,
  },
  citations: {
    chip: (number: number, title: string, verdict: string) =>
      title === ''
        ? `Source ${number}. ${verdict}.`
        : `Source ${number}: ${title.replace(/\.$/, '')}. ${verdict}.`,
    noSource: 'No source has this number',
    uncited: 'This sentence makes a claim without a source',
    secondOpinion: (model: string) => `Second opinion from ${model}:`,
    opinions: ({ model, asked, supported }: { model: string; asked: number; supported: number }) =>
      asked === 1
        ? `Second opinion from ${model}: the doubtful citation is ${supported === 1 ? '' : 'not '}supported.`
        : `Second opinion from ${model}: ${supported} of ${asked} doubtful citations are supported.`,
    askAbout: (model: string, open: number) =>
      open === 1
        ? `Ask ${model} about the doubtful citation`
        : `Ask ${model} about ${open} doubtful citations`,
    asking: (model: string) => `Asking ${model}…`,
    noOpinion: (model: string) => `${model} gave no opinion.`,
    balance:
      'Each claim was compared with the passages it cites. This does not tell you whether the sources are right or the answer is complete.',
    page: (page: number) => `page ${page}`,
    openPassage: 'Open the passage',
    replacedBy: (title: string) => `“${title}” replaces this document.`,
    readByOcr: (confidence: number) => `Read from a picture (${formatPercent(confidence / 100)} sure).`,
    notReadClearly: (words: string[]) => `Not read clearly: ${words.map((word) => `“${word}”`).join(', ')}.`,
  },
  ...shellTexts,
  ...conversationTexts,
  ...panelTexts,
  ...researchTexts,
  ...knowledgeTexts,
  ...tableTexts,
  ...accountTexts,
  ...organisationTexts,
} as const;

import { formatNumber } from '../../lib/format-number.js';

/** Texts for contradictions, feedback and reports. */
export const researchTexts = {
  contradictions: {
    title: 'Contradictions',
    topic: 'Topic',
    topicHint: 'Leave empty to compare all documents.',
    look: 'Look for contradictions',
    looking: 'Comparing the documents',
    stop: 'Stop',
    stopped: 'Stopped before the end. What was found is kept.',
    failed: 'The comparison could not be finished.',
    goOn: 'Continue',
    again: 'Compare again',
    forget: 'Delete this result',
    earlier: 'Earlier results',
    everything: 'All documents',
    empty: 'Where do the documents disagree?',
    emptyHint:
      'Ibid compares what different documents say about the same thing, and shows sentences that give a different number, date or name, or say the opposite.',
    ofAnswer: 'Where the documents disagree',
    found: (pairs: number) =>
      pairs === 0
        ? 'No contradictions found.'
        : pairs === 1
          ? 'One contradiction.'
          : `${pairs} contradictions.`,
    perhaps: (pairs: number) =>
      pairs === 1
        ? 'One more may not be a contradiction.'
        : `${formatNumber(pairs)} more may not be contradictions.`,
    changed: (pairs: number) =>
      pairs === 1
        ? 'One change between versions of a document.'
        : `${formatNumber(pairs)} changes between versions of a document.`,
    looked: (documents: string, sentences: string) =>
      `Compared ${sentences} ${sentences === '1' ? 'sentence' : 'sentences'} from ${documents} ${documents === '1' ? 'document' : 'documents'}.`,
    cut: 'There is too much to compare at once. Name a topic.',
    against: (older: string, newer: string) => `${older} versus ${newer}`,
    rejected: (pairs: number) =>
      pairs === 1
        ? 'One pair in which the model sees no contradiction'
        : `${pairs} pairs in which the model sees no contradiction`,
    kinds: { number: 'Number', date: 'Date', polarity: 'Opposite', name: 'Name' },
    standings: {
      confirmed: 'Found by comparing figures, dates and names, and confirmed by the model.',
      found: 'Found by comparing figures, dates and names, without a language model.',
      open: 'Perhaps: one of them may be about a part of it, or about the past.',
      changed: 'No contradiction: a newer version of the document says otherwise and replaces the older one.',
      rejected: 'The model sees no contradiction.',
    },
  },
  feedback: {
    answerMarks: { right: 'This answer is right', wrong: 'This answer is wrong' },
    citation: 'Does this passage support the claim?',
    citationMarks: { right: 'The passage supports it', wrong: 'The passage does not support it' },
    citationKeys: { right: 'The passage supports it (R)', wrong: 'The passage does not support it (W)' },
    why: 'Why?',
    ask: { right: 'What is good about it?', wrong: 'What is wrong with it?' },
    reasons: {
      'wrong-fact': 'Something in it is wrong',
      incomplete: 'Something is missing',
      'not-in-documents': 'It is not in the documents',
      'wrong-document': 'It relies on the wrong document',
      outdated: 'It is out of date',
      'off-topic': 'It does not answer the question',
      unclear: 'It is hard to understand',
      complete: 'Nothing is missing',
      'well-proven': 'Well supported',
      clear: 'Easy to understand',
    },
    comment: 'In your own words',
    share: 'Administrators may read this',
    shareHint:
      'With the question, the answer, and passages from documents they have access to. Otherwise they see only figures.',
    seeAll: 'All your feedback',
    ownHint: 'Your feedback on answers and passages. Only you can see it, unless you share it.',
    none: 'No feedback yet',
    noneHint:
      'Below every answer and at every passage, you can say whether it is right. Here you see how that changes over time.',
    everybody: 'Everyone',
    everybodyHint: 'Figures for everyone. You see comments only where people shared them.',
    nobody: 'Nobody has given feedback yet.',
    people: (count: number) => (count === 1 ? 'From one person.' : `From ${formatNumber(count)} people.`),
    right: 'Right',
    wrong: 'Wrong',
    rightShare: 'Right answers',
    judgedAnswers: 'Answers judged',
    judgedPassages: 'Passages judged',
    agreement: 'Agrees with the check',
    perWeek: 'Answers judged per week',
    byWeek: 'Week by week',
    weekHead: 'Week from',
    passagesRight: 'Passages right',
    passagesWrong: 'Passages wrong',
    week: (day: string, right: number, wrong: number) => `From ${day}: ${right} right, ${wrong} wrong`,
    passages: (right: number, wrong: number) => `Passages: ${right} right, ${wrong} wrong`,
    said: 'Your feedback',
    sharedWithYou: 'What others share with administrators',
    isShared: 'shared with administrators',
    export: 'Export',
    deleteAll: 'Delete all',
    deleteQuestion:
      'Delete all your feedback, with the questions, answers and passages kept with it? The conversations stay.',
    deleteOne: 'Delete this feedback',
    deleteOneQuestion: 'Delete this feedback? The conversation stays.',
  },
  reports: {
    title: 'Reports',
    subtitle:
      'For questions that need many searches. Ibid makes a plan, looks up each part and checks every claim.',
    question: 'What should the report answer?',
    questionHint: 'It may have several parts. You see the plan before anything is looked up.',
    where: 'Only in these knowledge bases',
    plan: 'Make a plan',
    planning: 'Planning',
    planned: 'Planned',
    none: 'No reports yet',
    noneHint:
      'Ask something that one search cannot answer, such as what several documents say about several points. You can change the plan before it runs.',
    written: (done: number, all: number) => `${done} of ${all} sections`,
    planHint: 'Each part is looked up on its own. Change, move, add or remove parts, then start.',
    partTitle: 'Heading',
    partQuestion: 'What is looked up',
    addPart: 'Add a part',
    removePart: 'Remove this part',
    up: 'Move up',
    down: 'Move down',
    steps: 'Maximum steps',
    tokens: 'Maximum tokens',
    run: 'Write the report',
    usedOf: (used: string, of: string) => `${used} of ${of}`,
    used: (steps: string, tokens: string) => `Used: ${steps} steps, ${tokens} tokens.`,
    waiting: 'Waiting for its turn',
    writing: 'Writing the report',
    stop: 'Stop',
    stopped: 'Stopped. Finished sections are kept.',
    failed: 'The report could not be finished.',
    withheld: 'Some sections rely on documents that were deleted or that you may no longer see.',
    writeAgain: 'Write them again',
    goOn: 'Continue',
    changePlan: 'Change the plan',
    export: 'Export',
    print: 'Print or PDF',
    deleteQuestion: 'Delete this report? This cannot be undone.',
    notFound: 'What could not be found',
    states: {
      planned: 'Not looked up yet.',
      done: '',
      near: '',
      nothing: 'The documents do not answer this.',
      failed: 'It could not be looked up.',
      'left-out': 'The budget ran out before this part.',
    },
  },
};

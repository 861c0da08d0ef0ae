/** Texts of what takes more than a question: contradictions and reports. */
export const researchTexts = {
  contradictions: {
    title: 'Contradictions',
    topic: 'Topic',
    topicHint: 'Leave it empty to compare all documents.',
    look: 'Look for contradictions',
    looking: 'Comparing the documents',
    stop: 'Stop',
    stopped: 'Stopped before the end. What was found is kept.',
    failed: 'It could not be finished.',
    goOn: 'Go on',
    again: 'Look again',
    forget: 'Forget this',
    earlier: 'Earlier looks',
    everything: 'All documents',
    empty: 'Where do the documents disagree?',
    emptyHint:
      'Ibid compares sentences of different documents on the same thing, and shows those that give another number, date or name, or say the opposite.',
    ofAnswer: 'Where the documents disagree',
    found: (pairs: number) =>
      pairs === 0
        ? 'No contradictions found.'
        : pairs === 1
          ? 'One contradiction.'
          : `${pairs} contradictions.`,
    looked: (documents: string, sentences: string) =>
      `Documents compared: ${documents}, sentences: ${sentences}.`,
    cut: 'There is more than can be compared at once: name a topic.',
    against: (older: string, newer: string) => `${older} against ${newer}`,
    rejected: (pairs: number) =>
      pairs === 1
        ? 'One pair that the model sees no contradiction in'
        : `${pairs} pairs that the model sees no contradiction in`,
    kinds: { number: 'Number', date: 'Date', polarity: 'Opposite', name: 'Name' },
    standings: {
      confirmed: 'Found by the rules, and confirmed by the model.',
      found: 'Found by the rules.',
      open: 'Perhaps: one of them is about a part of it, or about the past.',
      rejected: 'The model sees no contradiction.',
    },
  },
  reports: {
    title: 'Reports',
    subtitle: 'For questions that need many searches: planned, looked up part by part, every claim checked.',
    question: 'What should the report answer?',
    questionHint: 'It may have several parts. You see the plan before anything is looked up.',
    where: 'Only in these knowledge bases',
    plan: 'Make a plan',
    planning: 'Planning',
    planned: 'Planned',
    none: 'No report yet',
    noneHint:
      'Ask something that one search cannot answer, such as what several documents say on several points. You can change the plan before it runs.',
    written: (done: number, all: number) => `${done} of ${all} sections`,
    planHint: 'Each part is looked up by itself. Change, move, add or take out parts, then start.',
    partTitle: 'Heading',
    partQuestion: 'What is looked up',
    addPart: 'Add a part',
    removePart: 'Take this part out',
    up: 'Move up',
    down: 'Move down',
    steps: 'Steps at most',
    tokens: 'Tokens at most',
    run: 'Write the report',
    used: (steps: string, tokens: string) => `Steps: ${steps}. Tokens: ${tokens}.`,
    waiting: 'Waiting for its turn',
    writing: 'Writing the report',
    stop: 'Stop',
    stopped: 'Stopped. The sections that were finished are kept.',
    failed: 'The report could not be finished.',
    goOn: 'Go on',
    changePlan: 'Change the plan',
    export: 'Export',
    print: 'Print or PDF',
    deleteQuestion: 'Delete this report? It cannot be brought back.',
    notFound: 'What could not be found',
    states: {
      planned: 'Not looked up yet.',
      done: '',
      near: '',
      nothing: 'The documents do not answer this.',
      failed: 'It could not be looked up.',
      'left-out': 'The budget was used up before this part.',
    },
  },
};

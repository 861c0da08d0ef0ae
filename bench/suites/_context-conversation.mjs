// Synthetic conversations for measuring: the same text for Ibid and for the peers.

const subjects = [
  'the lease',
  'the pump',
  'the audit',
  'the schedule',
  'the budget',
  'the supplier',
  'the permit',
];
const verbs = ['was changed', 'is due', 'was approved', 'has to be checked', 'was delayed', 'is described'];
const places = [
  'in chapter two',
  'by the committee',
  'in the annex',
  'for the northern site',
  'after the review',
];

/** A seeded random number generator, so every run measures the same text. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function sentence(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  return `On day ${Math.floor(random() * 900)} ${pick(subjects)} ${pick(verbs)} ${pick(places)}.`;
}

export function prose(random, sentences) {
  return Array.from({ length: sentences }, () => sentence(random)).join(' ');
}

/** Turns of four messages each: question, call, result, answer. */
export function pastTurns(count, random = seeded(7)) {
  return Array.from({ length: count }, (_, index) => ({
    user: {
      role: 'user',
      id: `u${index}`,
      text: `What about ${prose(random, 2)}`,
      files: [],
      images: [],
      createdAt: '2026-11-14T09:00:00Z',
    },
    assistant: {
      role: 'assistant',
      id: `a${index}`,
      turnId: `t${index}`,
      steps: [
        {
          reasoning: '',
          narration: '',
          calls: [
            {
              callId: `call-${index}`,
              toolName: 'search_content',
              input: { query: sentence(random) },
              outcome: { text: '', chunks: [] },
              descriptor: `fd:${2 * index + 1}`,
            },
          ],
        },
      ],
      answer: prose(random, 6),
      status: 'complete',
      createdAt: '2026-11-14T09:01:00Z',
      descriptor: `fd:${2 * index + 2}`,
    },
  }));
}

/** One more step of the current turn: a search with five new passages. */
export function searchStep(number, random) {
  const chunks = Array.from({ length: 5 }, (_, index) => ({
    itemId: `item-${number}-${index}`,
    chunkId: '1',
    title: `Report ${number}.${index}`,
    text: prose(random, 6),
    score: 1 - index / 10,
  }));
  return {
    reasoning: '',
    narration: '',
    calls: [
      {
        callId: `now-${number}`,
        toolName: 'search_content',
        input: { query: sentence(random) },
        outcome: { text: '', chunks },
        descriptor: `fd:${900_000 + number}`,
      },
    ],
  };
}

export const searchTool = {
  name: 'search_content',
  description: 'Searches the documents of a knowledge base.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  guidance: 'Search before you answer.',
  isSearch: true,
};

/** The input of an assembly, with everything that the measurement does not vary. */
export function contextInput({ core, window, turns, steps = [], text = 'And what is next?' }) {
  return {
    model: {
      modelId: 'bench',
      contextWindow: window,
      maxOutputTokens: 1024,
      vision: true,
      tokenizer: 'o200k_base',
      canForbidTools: true,
      cacheBreakpoints: 'none',
    },
    settings: { ...core.defaultContextSettings, reservedOutputTokens: 1024 },
    systemPrompt: core.packagedSystemPrompt(),
    agent: null,
    project: null,
    pastTurns: turns,
    summary: null,
    current: {
      user: { role: 'user', id: 'now', text, files: [], images: [], createdAt: '2026-11-15T09:00:00Z' },
      steps,
    },
    tools: [searchTool],
    isLastStep: false,
    descriptorsEnabled: true,
    userReminder: null,
    ledger: { sources: [] },
    timeZone: 'UTC',
    budgetScale: 1,
  };
}

/** Microseconds of CPU for one call, the best of several rounds, to limit the influence of a busy machine. */
export async function cpuMicroseconds(work, { rounds = 7, calls = 20 } = {}) {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) await work(round * calls + call);
    const used = process.cpuUsage(before);
    best = Math.min(best, (used.user + used.system) / calls);
  }
  return best;
}

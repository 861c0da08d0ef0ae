// Text for the page's benchmark: long answers with many citations, generated from a fixed seed.
const words =
  'the harbour report shows that water levels rose during spring while crews measured salinity at every station and compared each reading with earlier seasons before writing a careful summary of what changed'.split(
    ' ',
  );

function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Markdown of about `count` words with `citations` markers, and the citations with their ranges. */
export function longAnswer({ count, citations, seed = 7 }) {
  const next = random(seed);
  const every = Math.max(1, Math.floor(count / Math.max(1, citations)));
  const made = [];
  let text = '';
  let written = 0;
  let paragraph = 0;
  while (written < count) {
    if (paragraph % 6 === 0) text += `## Section ${paragraph / 6 + 1}\n\n`;
    if (paragraph % 9 === 4) text += '- ';
    const sentences = 3 + Math.floor(next() * 3);
    for (let sentence = 0; sentence < sentences && written < count; sentence += 1) {
      const length = 9 + Math.floor(next() * 9);
      const picked = Array.from({ length }, () => words[Math.floor(next() * words.length)]);
      text += picked.join(' ').replace(/^./, (letter) => letter.toUpperCase());
      const before = Math.floor(written / every);
      written += length;
      if (Math.floor(written / every) > before && made.length < citations) {
        const number = (made.length % 12) + 1;
        text += ' ';
        const start = text.length;
        text += `[${number}]`;
        made.push({
          citationId: `c${made.length}`,
          number,
          itemId: `item-${number}`,
          title: `Station report ${number}`,
          range: { start, end: text.length },
          passage: {
            chunkId: '0',
            start: 0,
            end: 60,
            text: picked.join(' '),
            itemSpan: { start: 200, end: 260 },
            page: number,
          },
          score: 0.9,
          verdict: ['supported', 'supported', 'supported', 'weak', 'unsupported'][made.length % 5],
          reason: made.length % 5 > 2 ? 'The passage names another year.' : undefined,
        });
      }
      text += '. ';
    }
    text = `${text.trimEnd()}\n\n`;
    paragraph += 1;
  }
  return { text: text.trimEnd(), citations: made };
}

export function turnView({ turnId, text, citations, status = 'complete' }) {
  return {
    turnId,
    seq: 1,
    status,
    modelId: 'bench',
    assistantMessageId: `${turnId}-a`,
    blocks: text === '' ? [] : [{ kind: 'text', index: 0, text, done: true, narration: false, citations }],
    references: [],
    reports: [],
    usage: { inputTokens: 10, outputTokens: 10 },
    costUsd: null,
    warnings: [],
    title: null,
    error: null,
    question: null,
  };
}

/** A branch of `turns` questions and answers. */
export function longBranch(turns) {
  const messages = [];
  let parentId = null;
  for (let turn = 0; turn < turns; turn += 1) {
    const { text, citations } = longAnswer({
      count: 60 + (turn % 7) * 40,
      citations: 2 + (turn % 4),
      seed: turn + 1,
    });
    const user = {
      role: 'user',
      id: `u${turn}`,
      parentId,
      siblings: [`u${turn}`],
      createdAt: '2026-01-01T00:00:00Z',
      text: `Question ${turn + 1}: what changed?`,
      files: [],
      asked: { scope: [], agentId: null },
    };
    const assistant = {
      role: 'assistant',
      id: `a${turn}`,
      parentId: user.id,
      siblings: [`a${turn}`],
      createdAt: '2026-01-01T00:00:01Z',
      text,
      turnId: `t${turn}`,
      asked: { scope: [], agentId: null },
      balance: null,
      status: 'complete',
      view: turnView({ turnId: `t${turn}`, text, citations }),
    };
    messages.push(user, assistant);
    parentId = assistant.id;
  }
  return { messages, leafId: parentId, runningTurnId: null };
}

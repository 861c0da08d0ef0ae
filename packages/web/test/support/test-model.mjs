// A scripted model: words in the question control it, so tests and screenshots steer it from the page itself. It
// searches like a real one, and cites only sources that it was really shown.

const hostileAnswer = [
  '# <script>window.hacked = 1</script>',
  '',
  '<img src=x onerror="window.hacked = 2"> <iframe srcdoc="<script>parent.hacked=3</script>"></iframe>',
  '',
  '[click](javascript:window.hacked=4) [data](data:text/html,<script>1</script>) ![pixel](https://tracker.example/p.gif)',
  '',
  `| ${Array.from({ length: 40 }, (_, column) => `column ${column}`).join(' | ')} |`,
  `|${' --- |'.repeat(40)}`,
  ...Array.from(
    { length: 60 },
    (_, row) => `| ${Array.from({ length: 40 }, (__, column) => `${row}/${column}`).join(' | ')} |`,
  ),
  '',
  `${'unbreakable'.repeat(80)}`,
  '',
  'עברית וגם English בשורה אחת، والعربية أيضا 👩‍👩‍👧‍👦🏳️‍🌈',
  '',
  '**unclosed *emphasis `code ~~~',
  '',
  '```js',
  'const broken = "</code></pre><script>window.hacked = 5</script>"',
].join('\n');

/** Inputs that overflow the stack of Markdown and formula parsers. */
const nestedAnswers = {
  quotes: `Quotes without end.\n\n${'>'.repeat(5_000)} the end`,
  lists: `Lists without end.\n\n${'- '.repeat(2_000)}the end`,
  formulas: `Formulas without end.\n\n$$${'{'.repeat(6_000)}x${'}'.repeat(6_000)}$$\n\nthe end`,
};

const typesetAnswer = [
  '# The first heading',
  '',
  'The area is $\\pi r^2$ and the slope \\(a_1 + b_2\\); a ticket costs $5 or $10.',
  '',
  '$$\\int_0^1 x\\,dx = \\frac{1}{2}$$',
  '',
  '## The second heading',
  '',
  'זו פסקה בעברית עם מילה אחת English בתוכה.',
  '',
  '- بند أول',
  '- بند ثان',
  '',
  'An English paragraph again.',
  '',
  '```mermaid',
  'flowchart LR',
  '  A[Harbour] -->|sails| B{Open sea}',
  '```',
  '',
  '```mermaid',
  'mindmap',
  '  root((Voyage))',
  '```',
  '',
  '| Voyage | Determination of salinity | Remarks on the weather | Participating institutions |',
  '| --- | --- | --- | --- |',
  '| H-2602 | Conductivity measurements | Intermittently thunderstorms | Oceanographic laboratories |',
].join('\n');

export function testModel(options = {}) {
  const failed = new Set();
  const pause = options.tokenMilliseconds ?? 0;
  const acts = (request) => options.answer?.(readPrompt(request.prompt)) ?? actsFor(request, failed, pause);
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'test-model',
    supportedUrls: {},
    async doStream(request) {
      return { stream: ReadableStream.from(parts(acts(request))) };
    },
    async doGenerate(request) {
      if (request.tools?.some((tool) => tool.name === 'search_content')) {
        // Slows down each step of the search, so it can be watched.
        if (JSON.stringify(request.prompt).includes('patiently'))
          await new Promise((resolve) => setTimeout(resolve, 2_500));
        return gather(request);
      }
      const { question } = readPrompt(request.prompt);
      const instructions = String(request.prompt[0]?.content ?? '');
      const text = instructions.startsWith('You repair')
        ? JSON.stringify(repairs(question))
        : smallTask(instructions, question);
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: usage(40, 8),
        warnings: [],
      };
    },
  };
}

/** Classification expects JSON; every other small task is a title, made from the beginning of the question. */
function smallTask(instructions, question) {
  if (instructions.includes('"summary"'))
    return JSON.stringify({
      summary: 'It says when to moor and what that costs.',
      questions: ['What is the mooring fee?'],
    });
  // A second opinion, on anything.
  if (question.startsWith('Claim 1:'))
    return JSON.stringify([
      { claim: 1, verdict: 'supported', reason: 'The passage says so in other words.' },
    ]);
  if (instructions.includes('"class"')) return '{"class":"exploratory","knowledge_bases":[]}';
  const [line = ''] = question.replace(/^[\s\S]*?Question:\s*/, '').split('\n');
  return line
    .split(/\s+/)
    .slice(0, 7)
    .join(' ')
    .replace(/[^\p{L}\p{N})]+$/u, '');
}

/** Returns the passage with most of the claim's words; without one, removes the claim. */
function repairs(asked) {
  const words = (text) => new Set(text.toLowerCase().match(/[\p{L}]{4,}/gu) ?? []);
  return asked.split(/^(?=Claim \d+: )/m).map((part, position) => {
    const claim = words(part.split('\n')[0] ?? '');
    const passages = [...part.matchAll(/^\[(\d+)\] "[^"]*": (".*")$/gm)].flatMap(([, number, text]) =>
      JSON.parse(text)
        .split(/(?<=\.)\s+|\n+/)
        .map((sentence) => ({
          number,
          sentence,
          shared: [...words(sentence)].filter((word) => claim.has(word)).length,
        })),
    );
    const [best] = passages.toSorted((one, other) => other.shared - one.shared);
    return best && best.shared > 2
      ? {
          claim: position + 1,
          action: 'correct',
          sentence: `${best.sentence.replace(/\.$/, '')} [${best.number}].`,
          reason: 'The passage says it in this way.',
        }
      : { claim: position + 1, action: 'remove', reason: 'No passage says so.' };
  });
}

/** The agent inside agentic retrieval: searches every knowledge base once, then finishes. */
function gather({ prompt }) {
  const [system, question] = prompt;
  const bases = [...system.content.matchAll(/^- (\S+): /gm)].map((match) => match[1]);
  const calls = prompt.some((message) => message.role === 'tool')
    ? [['finish_retrieval', { reason: 'Every knowledge base was searched.' }]]
    : bases.map((base) => ['search_content', { knowledge_base: base, query: textOf(question) }]);
  return {
    content: calls.map(([toolName, input], position) => ({
      type: 'tool-call',
      toolCallId: `inner-${position}`,
      toolName,
      input: JSON.stringify(input),
    })),
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage: usage(200, 20),
    warnings: [],
  };
}

function actsFor(request, failed, pause) {
  const { question, documents, searched } = readPrompt(request.prompt);
  const search = (request.tools ?? []).find((tool) =>
    /^(retrieve_context|agentic_context_search)$/.test(tool.name),
  );
  const canSearch = search !== undefined && request.toolChoice?.type !== 'none';
  const say = (text) => [{ text, pause }];
  if (/\bfail once\b/.test(question) && !failed.has(question)) {
    failed.add(question);
    return [{ text: 'This much was ', pause }, { error: new Error('The provider went away.') }];
  }
  if (/\btypeset\b/.test(question)) return [{ text: typesetAnswer, pause: 0 }];
  if (/\bcut short\b/.test(question)) return [...say('The list begins with rope and'), { finish: 'length' }];
  const nested = /\bnested (\w+)/.exec(question)?.[1];
  if (nested) return [{ text: nestedAnswers[nested], pause: 0 }];
  if (/\bhostile\b/.test(question)) return [{ text: hostileAnswer, pause: 0 }];
  if (/\bslowly\b/.test(question))
    return [{ text: Array.from({ length: 400 }, (_, word) => `word${word} `).join(''), pause: 25 }];
  if (/\breference\b/.test(question)) return say(referenceAnswer(question));
  if (/\bfile\b/.test(question)) {
    if (searched) return say('The list is in the file.');
    return [
      { text: '<ref id="stores">\nrope, 40 m\n</ref>' },
      { call: 'fd_to_file', input: { fd: 'ref:stores', file_path: 'stores/list.txt', create: true } },
    ];
  }
  if (canSearch && !searched) return searchActs(search.name, question, pause);
  const [, said] = /\bsay: ([\s\S]+)$/.exec(question) ?? [];
  // `[Harbour]` cites the document with this title, whatever its number.
  if (said !== undefined)
    return say(
      said.replace(/\[([A-Z][^\]]*)\]/g, (marker, title) => {
        const found = documents.find((document) => document.title.startsWith(title));
        return found ? `[${found.number}]` : marker;
      }),
    );
  return say(answerFrom(question, documents));
}

function searchActs(tool, question, pause) {
  if (!/\bthink\b/.test(question)) return [{ call: tool, input: { query: question } }];
  return [
    { reasoning: 'The question has two parts.\nI should search for both before I answer.', pause },
    { text: 'I will look at both sides of this.', pause },
    { call: tool, input: { query: question } },
    { call: tool, input: { query: 'safety rules' } },
  ];
}

/** Sentences of the documents, each with its number; then one unsupported claim, and one number without a source. */
function answerFrom(question, documents) {
  if (documents.length === 0) return `There is nothing in the documents about this: ${question}`;
  const quotes = documents.slice(0, 3).map(({ number, sentence }) => `${sentence} [${number}].`);
  const [first] = documents;
  if (/\btogether\b/.test(question))
    return `${documents[0].sentence} ${documents.map(({ number }) => `[${number}]`).join('')}.`;
  if (!/\bdoubt\b/.test(question)) return quotes.join('\n\n');
  return [
    ...quotes,
    `The captain owns eleven purple submarines on the moon [${first.number}].`,
    'Somebody else says so too [77].',
  ].join('\n\n');
}

function referenceAnswer(question) {
  const again = /\bagain\b/.test(question);
  const lines = [
    'Pack the samples.',
    again ? 'Label each crate twice.' : 'Label each crate.',
    'Sign the list.',
  ];
  return `Here is the plan.\n\n<ref id="loading-plan">\n${lines.join('\n')}\n</ref>\n\nAsk for changes at any time.`;
}

/** The current question, whether this turn has searched, and the documents it was shown. */
function readPrompt(prompt) {
  let at = prompt.length - 1;
  if (prompt[at]?.role === 'user' && prompt[at - 1]?.role === 'tool') at -= 1;
  const results = [];
  while (at >= 0 && prompt[at].role !== 'user') {
    if (prompt[at].role === 'tool') results.push(JSON.stringify(prompt[at].content));
    at -= 1;
  }
  const question = textOf(prompt[at]);
  const texts = results.flatMap((result) => strings(JSON.parse(result)));
  return { question, searched: results.length > 0, documents: texts.flatMap(documentsIn) };
}

function textOf(message) {
  if (message === undefined) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function strings(value) {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(strings);
}

function documentsIn(text) {
  try {
    const { documents } = JSON.parse(text);
    const seen = new Set();
    return documents.flatMap(({ document, title, contents }) => {
      const sentence = String(contents)
        .split(/(?<=[.!?])\s+|\n+/)
        .map((part) => part.trim().replace(/[.!?]$/, ''))
        .find((part) => part.length > 30 && !/[#|*]/.test(part));
      if (sentence === undefined && !/\|/.test(contents)) return [];
      if (seen.has(document)) return [];
      seen.add(document);
      return [{ number: document, title: String(title), sentence: sentence ?? lastRow(contents) }];
    });
  } catch {
    return [];
  }
}

/** The last row of a table as words. */
function lastRow(contents) {
  const row = String(contents).trim().split('\n').at(-1) ?? '';
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' ');
}

async function* parts(acts) {
  yield { type: 'stream-start', warnings: [] };
  let ids = 0;
  let calls = 0;
  let finish = 'stop';
  for (const act of acts) {
    const id = `part-${(ids += 1)}`;
    if ('error' in act) throw act.error;
    if ('finish' in act) {
      finish = act.finish;
      continue;
    }
    if ('call' in act) {
      calls += 1;
      const input = JSON.stringify(act.input);
      yield { type: 'tool-input-start', id, toolName: act.call };
      yield { type: 'tool-input-delta', id, delta: input };
      yield { type: 'tool-input-end', id };
      yield { type: 'tool-call', toolCallId: id, toolName: act.call, input };
      continue;
    }
    const kind = 'text' in act ? 'text' : 'reasoning';
    yield { type: `${kind}-start`, id };
    for (const delta of act[kind].match(/\s*\S+\s*/g) ?? []) {
      if (act.pause > 0) await new Promise((resolve) => setTimeout(resolve, act.pause));
      yield { type: `${kind}-delta`, id, delta };
    }
    yield { type: `${kind}-end`, id };
  }
  yield {
    type: 'finish',
    finishReason: { unified: calls > 0 ? 'tool-calls' : finish, raw: undefined },
    usage: usage(900, 120),
  };
}

function usage(input, output) {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  };
}

// Parsing citations from a stream in 4-character pieces, and verifying sentences, on one core. CPU time only.
import { MachineSpeed } from './_machine-speed.mjs';
import { AnswerCitations, CitationStream, ClaimVerifier } from '../../packages/core/dist/citations/index.js';

const PIECE = 4;
const MEGABYTES = 10;

const PROSE =
  'The tower was built for the fair of 1889 and has been standing there ever since, in all weathers.\nIt is painted every seven years, by hand, from the top down, and no one has fallen yet.\n';
const ANSWER =
  'The tower was built for the fair of 1889 [1], and it has been standing there ever since. It is **330 metres** tall [2][3].\n\n- It is painted every `seven` years, from the top down [1, 4]\n- In [2023] sales of tickets rose again 【2】\n\n';

/** For the cases compared with plain text, in turns in one process: enough to rise above the noise. */
const COMPARED_MEGABYTES = 2;
const ROUNDS = 7;

/** The inputs that the issue names. */
const ADVERSARIAL = {
  'open-brackets': () => compared('['),
  'endless-markers': () => compared('[1, '),
  'endless-ranges': () => compared('[1-'),
  'unclosed-fence': () => `\`\`\`\n${compared(`${'a[1] = b[2]; '.repeat(7)}\n`)}`,
  'unclosed-tilde-fence': () => `~~~\n${compared('[[[[ ')}`,
  digits: () => compared('1234567890'),
};
/** Harder for the parser; compared with an ordinary answer with markers. */
const HARSHER = {
  'bracketed-digits': () => compared('[1234567890'),
  'nested-markers': () => compared('[[[1]]] '),
  'nested-brackets': () => compared('[a[b[c]]]'),
  'closing-brackets': () => compared(']'),
  'nothing-but-markers': () => compared('[[1]'),
  'markers-across-lines': () => compared('[1, [1, [1, [1, [1, \n'),
  'backticks-that-never-pair': () => compared('`[1] '),
  'one-open-backtick': () => `\`${compared('a [1] b [2] ')}`,
  'runs-of-backticks': () => compared('` `` ``` '),
  'growing-runs-of-backticks': growingRuns,
  daggers: () => compared('【3†'),
  backslashes: () => compared('\\'),
  'list-markers': () => compared('- '),
  'line-ends': () => compared('\n'),
};

export async function run({ log }) {
  const figures = {};
  const plain = rate(fill(PROSE));
  figures['plain-text-mb-per-s'] = round(plain.rate);
  figures['plain-text-mb-per-s-scaled'] = round(plain.scaled);
  log(`plain text: ${plain.rate.toFixed(1)} MB/s, ${plain.scaled.toFixed(1)} on the machine of reference`);

  const answer = rate(fill(ANSWER));
  const [part, twice] = turnAbout([fill(ANSWER, 0.4), fill(ANSWER, 0.8)]);
  figures['answer-mb-per-s'] = round(answer.rate);
  figures['answer-mb-per-s-scaled'] = round(answer.scaled);
  figures['twice-the-text'] = round(twice / part);
  log(
    `answer with markers: ${answer.rate.toFixed(1)} MB/s, ${answer.scaled.toFixed(1)} on the machine of reference; twice the text takes ${figures['twice-the-text']} times as long`,
  );

  const chunk = { itemId: 'tower', chunkId: '0', title: 'Tower', text: PROSE, score: 1 };
  const source = (number) =>
    number < 9 ? { number, itemId: 'tower', title: 'Tower', origin: 'tool' } : undefined;
  const shownChunks = new Map([1, 2, 3, 4].map((number) => [number, [chunk]]));
  const pushed = rate(fill(ANSWER, 0.1), () => new AnswerCitations({ sourceByNumber: source, shownChunks }));
  figures['answer-citations-mb-per-s'] = round(pushed.rate);
  log(`with sentences followed and every citation verified: ${pushed.rate.toFixed(1)} MB/s`);

  let slowest = 0;
  for (const [name, text] of Object.entries(ADVERSARIAL)) {
    const [own, prose] = turnAbout([text(), compared(PROSE)]);
    figures[`adversarial-${name}-over-plain`] = round(own / prose);
    slowest = Math.max(slowest, own / prose);
    log(`adversarial ${name}: ${round(own / prose)} times as long as plain text`);
  }
  figures['adversarial-time-over-plain'] = round(slowest);
  let harshest = 0;
  for (const [name, text] of Object.entries(HARSHER)) {
    const [own, prose, ordinary] = turnAbout([text(), compared(PROSE), compared(ANSWER)]);
    figures[`harsher-${name}-over-plain`] = round(own / prose);
    figures[`harsher-${name}-over-answer`] = round(own / ordinary);
    harshest = Math.max(harshest, own / ordinary);
    log(`harsher ${name}: ${round(own / prose)} times plain text, ${round(own / ordinary)} times an answer`);
  }
  figures['harsher-time-over-answer'] = round(harshest);
  const [once, half] = turnAbout([`\`${fill('a [1] b [2] ', 0.4)}`, `\`${fill('a [1] b [2] ', 0.2)}`]);
  figures['harsher-twice-the-text'] = round(once / half);

  Object.assign(figures, verification(log));
  const peers = naivePeer(log);
  const bars = [
    // As on the machine of reference, with what was measured in `raw`. See `_machine-speed.mjs`.
    scaledBar('answer-mb-per-s', figures, '>= 20', 20),
    bar('twice-the-text', figures['twice-the-text'], '<= 2.2', figures['twice-the-text'] <= 2.2),
    bar(
      'harsher-twice-the-text',
      figures['harsher-twice-the-text'],
      '<= 2.2',
      figures['harsher-twice-the-text'] <= 2.2,
    ),
    bar('adversarial-time-over-plain', figures['adversarial-time-over-plain'], '<= 1', slowest <= 1),
    scaledBar('sentence-checks-per-cpu-s', figures, '>= 2000', 2000),
  ];
  return { figures, peers, bars };
}

const bar = (name, value, text, ok) => ({ name, value, bar: text, ok });
const scaledBar = (name, figures, text, atLeast) => {
  const value = figures[`${name}-scaled`];
  return { ...bar(name, value, text, value >= atLeast), raw: figures[name] };
};
const round = (value) => Math.round(value * 100) / 100;

function fill(unit, times = 1) {
  const length = MEGABYTES * times * 1e6;
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

function compared(unit) {
  return fill(unit, COMPARED_MEGABYTES / MEGABYTES);
}

function growingRuns() {
  let text = '';
  for (let length = 1; text.length < COMPARED_MEGABYTES * 1e6; length = (length % 200) + 1)
    text += `${'`'.repeat(length)} `;
  return text.slice(0, COMPARED_MEGABYTES * 1e6);
}

/** CPU seconds of each text, the best of several rounds in which they take turns: a busy machine slows all alike. */
function turnAbout(texts) {
  const pieces = texts.map(cut);
  const best = texts.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, list] of pieces.entries()) best[index] = Math.min(best[index], secondsOf(list));
  return best;
}

function secondsOf(pieces, create = () => new CitationStream()) {
  const stream = create();
  let events = 0;
  const from = process.cpuUsage();
  for (const piece of pieces) events += stream.push(piece).length;
  events += stream.end().length;
  const used = process.cpuUsage(from);
  if (events === 0) throw new Error('nothing came out');
  return (used.user + used.system) / 1e6;
}

function cut(text) {
  const pieces = [];
  for (let start = 0; start < text.length; start += PIECE) pieces.push(text.slice(start, start + PIECE));
  return pieces;
}

/** Megabytes of UTF-8 per second of CPU, the best of three, in turns with the work that tells the machine's speed. */
function rate(text, create = () => new CitationStream()) {
  const pieces = cut(text);
  const machine = new MachineSpeed();
  let seconds = Infinity;
  for (let attempt = 0; attempt < 3; attempt++) {
    machine.measure();
    seconds = Math.min(seconds, secondsOf(pieces, create));
  }
  const perSecond = Buffer.byteLength(text) / 1e6 / seconds;
  return { rate: perSecond, scaled: perSecond / machine.speed };
}

/** Sentences against sources of three chunks each: at the start of a process, and after warm-up. */
function verification(log) {
  const words =
    'tower bridge river stone iron fair paint weather ticket keeper light storm winter harbour engine'.split(
      ' ',
    );
  let seed = 7;
  const next = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
  const sentence = () =>
    `The ${Array.from({ length: 12 }, () => words[next(words.length)]).join(' ')} was ${1000 + next(1000)} metres long.`;
  const sources = Array.from({ length: 40 }, (_, item) =>
    Array.from({ length: 3 }, (__, chunk) => ({
      itemId: `item${item}`,
      chunkId: String(chunk),
      title: `Report ${item}`,
      text: Array.from({ length: 18 }, sentence).join(' '),
      score: 1,
    })),
  );
  const verifier = new ClaimVerifier({ chunks: sources.flat() });
  const claims = sources.flatMap((chunks) =>
    chunks.map((chunk) => ({ claim: chunk.text.slice(0, 110), chunks })),
  );
  const check = () =>
    claims.reduce((sum, options) => sum + (verifier.check(options).verdict === 'supported' ? 1 : 0), 0);
  const measured = () => {
    const from = process.cpuUsage();
    for (let round = 0; round < 20; round++) check();
    const used = process.cpuUsage(from);
    return Math.round((20 * claims.length) / ((used.user + used.system) / 1e6));
  };
  // The first ones also pay for preparing the sources, and for the engine's compiler on its other threads.
  const first = measured();
  const machine = new MachineSpeed();
  machine.measure();
  const perSecond = measured();
  machine.measure();
  const scaled = Math.round(perSecond / machine.speed);
  log(
    `sentence checks: ${perSecond} per second of CPU, the first ${20 * claims.length} at ${first}; ${scaled} on the machine of reference`,
  );
  return {
    'sentence-checks-per-cpu-s': perSecond,
    'sentence-checks-per-cpu-s-scaled': scaled,
    'first-sentence-checks-per-cpu-s': first,
  };
}

/**
 * No library parses these forms from a stream, so the peer is what applications do by hand: append each piece and run a
 * regular expression over the whole text. That is quadratic, which 64 KB are enough to show, and it takes code and
 * links for citations. `per-piece` looks at each piece alone: fast, but it misses markers split between pieces.
 */
function naivePeer(log) {
  const text = fill(ANSWER).slice(0, 65536);
  const pieces = cut(text);
  const expected = new CitationStream();
  const found = [...pieces.flatMap((piece) => expected.push(piece)), ...expected.end()].filter(
    (event) => event.type === 'marker',
  ).length;
  const time = (work) => {
    const from = process.cpuUsage();
    const markers = work();
    const used = process.cpuUsage(from);
    const seconds = (used.user + used.system) / 1e6;
    return {
      'mb-per-s-at-64-kb': round(text.length / 1e6 / seconds),
      'markers-found': markers,
      'markers-right': found,
    };
  };
  const pattern = /[[【]\d+(?:, *\d+)*[\]】]/g;
  const accumulated = time(() => {
    let all = '';
    let count = 0;
    for (const piece of pieces) {
      all += piece;
      count = all.match(pattern)?.length ?? 0;
    }
    return count;
  });
  const perPiece = time(() => pieces.reduce((sum, piece) => sum + (piece.match(pattern)?.length ?? 0), 0));
  log(`peer, regular expression over the accumulated text: ${accumulated['mb-per-s-at-64-kb']} MB/s`);
  return { 'regexp-over-accumulated-text': accumulated, 'regexp-per-piece': perPiece };
}

import type { Schemas } from '@ibid/client';

type Replay = Schemas['FeedbackReplay'];
type Row = Pick<Schemas['FeedbackRow'], 'id' | 'question' | 'verdict'>;

/**
 * Verdicts compared with users' judgements. Precision: how often `supported` is right; recall: the share of right
 * citations called `supported`.
 */
interface VerdictFigures {
  agreement: number | null;
  precision: number | null;
  recall: number | null;
}

export interface FeedbackFigures {
  answers: { judged: number; right: number };
  passages: {
    wanted: number;
    found: number;
    /** Their documents were deleted, so they do not count. */
    gone: number;
    unwanted: number;
    unwantedFound: number;
    /** Mean of 1 / rank over the wanted passages that still exist. */
    reciprocalRank: number | null;
  };
  verdicts: { judged: number; before: VerdictFigures; now: VerdictFigures };
  better: FeedbackChange[];
  worse: FeedbackChange[];
}

interface FeedbackChange {
  feedbackId: string;
  question: string;
  what: string;
}

/** ANS-5: summarises replayed feedback: the quality of search and check by users' judgements, and what changed. */
export function feedbackFigures(replayed: readonly { row: Row; replay: Replay }[]): FeedbackFigures {
  const better: FeedbackChange[] = [];
  const worse: FeedbackChange[] = [];
  for (const { row, replay } of replayed) {
    const note = (list: FeedbackChange[], what: string) =>
      list.push({ feedbackId: row.id, question: row.question, what });
    for (const { rank, isGone, title } of replay.wanted)
      if (rank === null && !isGone) note(worse, `“${title}” is no longer found`);
    for (const { rank, isGone, title } of replay.unwanted)
      if (rank === null && !isGone) note(better, `“${title}”, called wrong, is no longer found`);
    for (const { mark, before, now } of replay.verdicts) {
      if (now === null || before === null || agrees(mark, before) === agrees(mark, now)) continue;
      note(agrees(mark, now) ? better : worse, `a passage called ${mark} was ${before} and is ${now}`);
    }
  }
  const wanted = replayed.flatMap(({ replay }) => replay.wanted);
  const there = wanted.filter(({ isGone }) => !isGone);
  const unwanted = replayed.flatMap(({ replay }) => replay.unwanted).filter(({ isGone }) => !isGone);
  const judged = replayed.flatMap(({ replay }) => replay.verdicts).filter(({ now }) => now !== null);
  return {
    answers: {
      judged: replayed.filter(({ row }) => row.verdict !== null).length,
      right: replayed.filter(({ row }) => row.verdict === 'right').length,
    },
    passages: {
      wanted: there.length,
      found: there.filter(({ rank }) => rank !== null).length,
      gone: wanted.length - there.length,
      unwanted: unwanted.length,
      unwantedFound: unwanted.filter(({ rank }) => rank !== null).length,
      reciprocalRank: share(
        there.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0),
        there.length,
      ),
    },
    verdicts: {
      judged: judged.length,
      before: figuresOf(judged.map(({ mark, before }) => [mark, before])),
      now: figuresOf(judged.map(({ mark, now }) => [mark, now])),
    },
    better,
    worse,
  };
}

type Verdict = Replay['verdicts'][number]['now'];

const agrees = (mark: 'right' | 'wrong', verdict: Verdict) =>
  (mark === 'right') === (verdict === 'supported');

function figuresOf(judged: readonly (readonly ['right' | 'wrong', Verdict])[]): VerdictFigures {
  const supported = judged.filter(([, verdict]) => verdict === 'supported');
  const right = judged.filter(([mark]) => mark === 'right');
  const both = supported.filter(([mark]) => mark === 'right').length;
  return {
    agreement: share(judged.filter(([mark, verdict]) => agrees(mark, verdict)).length, judged.length),
    precision: share(both, supported.length),
    recall: share(both, right.length),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

const percent = (value: number | null) => (value === null ? '-' : `${Math.round(100 * value)} %`);

/** The figures as lines, the changes last. */
export function feedbackReport(figures: FeedbackFigures): string {
  const { answers, passages, verdicts, better, worse } = figures;
  const { before, now } = verdicts;
  const lines = [
    `Answers judged: ${answers.judged}, of these right: ${answers.right}`,
    `Wanted passages found: ${passages.found} of ${passages.wanted}, mean reciprocal rank ${passages.reciprocalRank?.toFixed(2) ?? '-'}${passages.gone > 0 ? `; ${passages.gone} more are gone with their documents` : ''}`,
    `Passages called wrong that are still found: ${passages.unwantedFound} of ${passages.unwanted}`,
    '',
    `| verdicts on ${verdicts.judged} passages | then | now |`,
    '|---|---|---|',
    `| agree with what people say | ${percent(before.agreement)} | ${percent(now.agreement)} |`,
    `| “supported” that people call right (precision) | ${percent(before.precision)} | ${percent(now.precision)} |`,
    `| right passages called “supported” (recall) | ${percent(before.recall)} | ${percent(now.recall)} |`,
    '',
    `Better: ${better.length}`,
    ...better.map(lineOf),
    `Worse: ${worse.length}`,
    ...worse.map(lineOf),
  ];
  return `${lines.join('\n')}\n`;
}

function lineOf({ question, what }: FeedbackChange): string {
  const short = question.replaceAll(/\s+/gu, ' ').trim();
  return `  ${short.length > 80 ? `${short.slice(0, 79)}…` : short}: ${what}`;
}

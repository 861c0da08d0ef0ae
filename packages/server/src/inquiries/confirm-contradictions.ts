import type { JudgedContradiction } from '@ibid/store/internal';
import { askAboutClaims, type SmallModel } from '../turns/ask-about-claims.js';
import { compareSourcesPrompt } from './prompts.generated.js';

const AT_ONCE = 8;
const OUTPUT_TOKENS = 120;
const REASON_CHARACTERS = 400;

/** ANS-3: asks the model about each pair once; pairs without an answer keep the rules' result. */
export async function confirmContradictions(options: {
  small: SmallModel;
  pairs: readonly JudgedContradiction[];
  most: number;
  signal: AbortSignal;
  /** Called after each model call. */
  onJudged: (pairs: JudgedContradiction[]) => Promise<void>;
}): Promise<JudgedContradiction[]> {
  const { small, signal } = options;
  const pairs = [...options.pairs];
  const asked = pairs
    .map((pair, place) => ({ pair, place }))
    .filter(({ pair }) => !pair.opinion)
    .slice(0, options.most);
  for (let from = 0; from < asked.length && !signal.aborted; from += AT_ONCE) {
    const batch = asked.slice(from, from + AT_ONCE);
    const answers = await askAboutClaims(small, {
      system: compareSourcesPrompt,
      claims: batch.map(({ pair }) => ({
        lines: [`they differ in: ${pair.sides.map(({ said }) => JSON.stringify(said)).join(' and ')}`],
        passages: pair.sides.map(({ title, date, passage }) => ({
          name: `${JSON.stringify(title)}${date ? `, ${date.of} ${date.value.slice(0, 10)}` : ''}: `,
          text: passage.text,
        })),
      })),
      outputTokens: OUTPUT_TOKENS,
    });
    for (const [index, { pair, place }] of batch.entries()) {
      const { verdict, reason } = answers.get(index) ?? {};
      if (verdict !== 'contradiction' && verdict !== 'compatible') continue;
      const words = typeof reason === 'string' ? reason.slice(0, REASON_CHARACTERS) : '';
      const opinion = { isContradiction: verdict === 'contradiction', reason: words, modelId: small.modelId };
      pairs[place] = { ...pair, opinion };
    }
    await options.onJudged(pairs);
  }
  return pairs;
}

import * as core from '../../packages/core/dist/internal.js';
import { replayLocomo } from './_context-locomo.mjs';
import { measureFurtherSteps, measurePrefix } from './_context-steps.mjs';
import { measureTrimming } from './_context-trim.mjs';

/**
 * The context engine: trimming compared with peers, the cost of a further step, the stable prefix, and long histories.
 */
export async function run({ log }) {
  log('Trimming 1,000 messages to 16,000 tokens');
  const trimming = await measureTrimming({ core, log });
  log('A further step');
  const steps = await measureFurtherSteps({ core, log });
  const prefix = measurePrefix({ core, log });
  log('Long conversations');
  const locomo = await replayLocomo({ core, log });

  const { stepMicroseconds, reloadedFromStoreMicroseconds } = trimming.figures.ibid;
  const bars = [
    ...trimmingBars(trimming.peers, stepMicroseconds, ''),
    // The same with every turn read anew, which is harder: only the counts of its texts are known.
    ...trimmingBars(trimming.peers, reloadedFromStoreMicroseconds, '-reloaded'),
    { name: 'step-cost-10000-over-100-messages', value: steps.ratio, bar: '<= 2', ok: steps.ratio <= 2 },
    atLeast('shared-prefix-of-earlier-prompt', prefix.lowestStepShare, 0.95),
  ];
  for (const [window, figures] of Object.entries(locomo ?? {})) {
    bars.push(atLeast(`locomo-${window}-evidence-reachable`, figures.reachable, 1));
    bars.push({
      name: `locomo-${window}-over-budget`,
      value: figures.overBudget,
      bar: '= 0',
      ok: figures.overBudget === 0,
    });
  }
  return {
    figures: {
      trimming: trimming.figures,
      furtherStep: steps,
      prefix,
      locomo: locomo ?? 'skipped: the dataset is not here',
    },
    peers: trimming.peers,
    bars,
  };
}

function trimmingBars(peers, own, suffix) {
  const times = (peer) => Math.round((peers[peer].microseconds / own) * 10) / 10;
  return [
    atLeast(`times-less-cpu-than-langchain-trim${suffix}`, times('langchainTrimMessages'), 10),
    atLeast(`times-less-cpu-than-mastra-token-limiter${suffix}`, times('mastraTokenLimiter'), 10),
    atLeast(`times-less-cpu-than-ai-sdk-prune${suffix}`, times('aiSdkPruneMessages'), 1),
  ];
}

function atLeast(name, value, bar) {
  return { name, value, bar: `>= ${bar}`, ok: value >= bar };
}

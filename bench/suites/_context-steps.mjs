import { contextInput, cpuMicroseconds, pastTurns, searchStep, seeded } from './_context-conversation.mjs';

const STEPS = 6;
const ROUNDS = 12;
const round = (value) => Math.round(value * 10) / 10;

/** The cost of one more step of a turn, by length of the conversation, with all of it in the context. */
export async function measureFurtherSteps({ core, log }) {
  const microseconds = {};
  for (const messages of [100, 1000, 10_000]) {
    const turns = pastTurns(messages / 4);
    const random = seeded(messages);
    // New passages, created in advance so that only the step itself is measured.
    const scripts = Array.from({ length: ROUNDS * STEPS }, (_, number) =>
      Array.from({ length: STEPS }, (__, step) => searchStep(number * STEPS + step, random)),
    );
    let assemble = core.createContextAssembler();
    let kept = 0;
    const start = (index) => {
      assemble = core.createContextAssembler();
      const input = contextInput({ core, window: 4_000_000, turns });
      assemble(input);
      return { input, script: scripts[index] };
    };
    let best = Infinity;
    for (let index = 0; index < ROUNDS; index += 1) {
      const { input, script } = start(index);
      const used = await cpuMicroseconds(
        (call) => {
          const current = { user: input.current.user, steps: script.slice(0, call + 1) };
          kept = assemble({ ...input, current }).prompt.length;
        },
        { rounds: 1, calls: STEPS },
      );
      best = Math.min(best, used);
    }
    microseconds[messages] = round(best);
    log(
      `  a further step at ${messages} messages: ${microseconds[messages]} microseconds of CPU, ${kept} in the prompt`,
    );
  }
  return { microseconds, ratio: Math.round((microseconds[10_000] / microseconds[100]) * 100) / 100 };
}

/** How much of each step's prompt is a prefix of the next one's, in a turn of six steps. */
export function measurePrefix({ core, log }) {
  const random = seeded(11);
  const turns = pastTurns(10, random);
  const base = contextInput({ core, window: 128_000, turns });
  const file = {
    fileId: 'plan',
    name: 'plan.md',
    mediaType: 'text/markdown',
    state: 'counted',
    text: 'The plan has four parts.',
    tokens: 6,
    descriptor: 'fd:77',
  };
  const user = { ...base.current.user, files: [file] };
  const assemble = core.createContextAssembler();
  const steps = [];
  const shares = [];
  let before = null;
  for (let step = 0; step < STEPS; step += 1) {
    const isLastStep = step === STEPS - 1;
    const context = assemble({ ...base, current: { user, steps: [...steps] }, isLastStep });
    if (before !== null) shares.push(context.report.sharedPrefixTokens / before);
    before = context.report.totalTokens;
    steps.push(searchStep(step, random));
  }
  const next = assemble({
    ...base,
    pastTurns: [
      ...turns,
      { user, assistant: { ...turns[0].assistant, id: 'a-now', steps, answer: 'Done [1].' } },
    ],
    current: { user: { ...base.current.user, id: 'next', createdAt: '2026-11-15T10:00:00Z' }, steps: [] },
  });
  const lowest = Math.min(...shares);
  log(
    `  shared prefix over ${STEPS} steps: ${shares.map((share) => `${(share * 100).toFixed(1)} %`).join(', ')}`,
  );
  return {
    stepShares: shares.map((share) => Math.round(share * 1000) / 1000),
    lowestStepShare: Math.round(lowest * 1000) / 1000,
    nextTurnShare: Math.round((next.report.sharedPrefixTokens / before) * 1000) / 1000,
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contextInput } from './_context-conversation.mjs';

const WINDOWS = [8192, 16_384, 32_768];

/**
 * Very long conversations replayed as chat history, each question asked at their end. Counts how many of the turns with
 * the evidence are in the context, and how many can still be read, either there or through a handle that the model is
 * told of and that returns the text. Null if the dataset is not available.
 */
export async function replayLocomo({ core, log }) {
  const folder =
    process.env.IBID_DATASETS ?? fileURLToPath(new URL('../../../shared/datasets', import.meta.url));
  const path = `${folder}/locomo/locomo10.json`;
  if (!existsSync(path)) {
    log(`  locomo: skipped, there is no ${path}; set IBID_DATASETS to the folder that holds it`);
    return null;
  }
  const conversations = JSON.parse(readFileSync(path, 'utf8'));
  const corrected = correctedEvidence(`${folder}/locomo/audit_errors.json`);
  const totals = Object.fromEntries(
    WINDOWS.map((window) => [window, { evidence: 0, inContext: 0, reachable: 0, over: 0 }]),
  );
  for (const [index, sample] of conversations.entries()) {
    const { turns, where } = asTurns(sample.conversation);
    const store = new core.MemoryDescriptorStore({ now: () => '2026-11-15T09:00:00Z' });
    for (const turn of turns) {
      const text = `${turn.user.text}\n\n${turn.assistant.answer}`;
      const made = await store.create({
        content: text,
        origin: { kind: 'turn', turnId: turn.assistant.turnId },
      });
      turn.assistant.descriptor = made.name;
    }
    for (const [number, { question, evidence }] of sample.qa.entries()) {
      const ids = (corrected.get(`locomo_${index}_qa${number}`) ?? evidence ?? []).filter((id) =>
        where.has(id),
      );
      for (const window of WINDOWS) {
        const context = core.assembleContext(contextInput({ core, window, turns, text: question }));
        const total = totals[window];
        if (context.report.totalTokens > context.report.budget.available) total.over += 1;
        for (const id of ids) {
          const { turn, text } = where.get(id);
          total.evidence += 1;
          const shown = isShown(context, turn, text);
          if (shown) total.inContext += 1;
          if (shown || (await isReadable({ context, turn, text, store }))) total.reachable += 1;
        }
      }
    }
  }
  const figures = {};
  for (const [window, { evidence, inContext, reachable, over }] of Object.entries(totals)) {
    figures[window] = {
      evidence,
      inContext: share(inContext, evidence),
      reachable: share(reachable, evidence),
      overBudget: over,
    };
    log(`  locomo, window ${window}: ${JSON.stringify(figures[window])}`);
  }
  return figures;
}

function isShown(context, turn, text) {
  return context.report.parts.some(
    (part) => (part.origin === turn.user.id || part.origin === turn.assistant.id) && part.text.includes(text),
  );
}

/** Whether the list of removals names it to the model, and its handle returns the evidence. */
async function isReadable({ context, turn, text, store }) {
  const removal = context.report.removals.find((one) => one.origin === turn.user.id);
  if (!removal?.descriptor) return false;
  const list = context.report.parts.find((part) => part.kind === 'removed-list')?.text ?? '';
  const number = Number(removal.descriptor.slice('fd:'.length));
  const named = [...list.matchAll(/fd:(\d+)(?: to fd:(\d+))?/g)].some(
    ([, from, to]) => number >= Number(from) && number <= Number(to ?? from),
  );
  return named && ((await store.read(removal.descriptor)) ?? '').includes(text);
}

function correctedEvidence(path) {
  if (!existsSync(path)) return new Map();
  const errors = JSON.parse(readFileSync(path, 'utf8'));
  return new Map(
    errors
      .filter((one) => Array.isArray(one.correct_evidence))
      .map((one) => [one.question_id, one.correct_evidence]),
  );
}

/** One speaker is the user, the other the assistant; consecutive messages of one speaker are joined. */
function asTurns(conversation) {
  const turns = [];
  const where = new Map();
  const sessions = Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((left, right) => Number(left.slice(8)) - Number(right.slice(8)));
  for (const session of sessions) {
    const date = conversation[`${session}_date_time`];
    for (const message of conversation[session]) {
      const isPerson = message.speaker === conversation.speaker_a;
      const text = message.blip_caption ? `${message.text} [image: ${message.blip_caption}]` : message.text;
      let turn = turns.at(-1);
      if (!turn || (isPerson && turn.assistant.answer !== '')) {
        turn = newTurn(turns.length);
        turns.push(turn);
      }
      const line = `${message.speaker} (${date}): ${text}`;
      if (isPerson) turn.user.text += `${turn.user.text ? '\n' : ''}${line}`;
      else turn.assistant.answer += `${turn.assistant.answer ? '\n' : ''}${line}`;
      where.set(message.dia_id, { turn, text: line });
    }
  }
  return { turns, where };
}

function newTurn(number) {
  const createdAt = '2026-11-14T09:00:00Z';
  return {
    user: { role: 'user', id: `u${number}`, text: '', files: [], images: [], createdAt },
    assistant: {
      role: 'assistant',
      id: `a${number}`,
      turnId: `t${number}`,
      steps: [],
      answer: '',
      status: 'complete',
      createdAt,
    },
  };
}

const share = (part, whole) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000);

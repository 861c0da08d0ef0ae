import { randomUUID } from 'node:crypto';
import { createInterface, type Interface } from 'node:readline/promises';
import type { ContextReport } from '@ibid/core/internal';
import type { IbidClient } from '@ibid/client';
import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { noteBudget } from '../note-budget.js';
import { againstLines, opinionLines, printTurn, outcomeLines, type PrintedTurn } from '../print-turn.js';
import { withoutControls } from '../terminal.js';
import { resolveScope } from './ask.js';

export interface ChatOptions extends ConnectOptions {
  conversation?: string;
  kb?: string[];
  agent?: string;
  model?: string;
}

interface ChatState {
  conversationId: string;
  leafId: string | null;
  lastTurnId: string | null;
}

const HELP = `/sources   sources of this conversation, cited and retrieved
/against   evidence against the last answer; with a number, against that claim alone
/opinion   what the model for small tasks says about the doubtful citations of the last answer
/refs      named outputs and other handles of this conversation
/context   what the model saw in the last step, part by part
/fork      continue in a copy of this conversation
/new       start another conversation
/help      this list
/exit      leave (also Ctrl-D)
Ctrl-C stops an answer; press it again to exit.`;

/** `ibid chat`: a conversation in the terminal. */
export async function chat(options: ChatOptions, context: CommandContext): Promise<number> {
  const connection = await connect(options);
  const { client } = connection;
  const lines = createInterface({
    input: process.stdin,
    output: context.terminal.isInteractive ? process.stdout : undefined,
  });
  // Starts here: input that a pipe delivers at once must not be lost while the conversation is opened.
  const typed = prompts(lines, context);
  let running: string | null = null;
  lines.on('SIGINT', () => {
    if (running)
      void client.request('POST /api/turns/{id}/stop', { path: { id: running } }).catch(() => undefined);
    else lines.close();
  });
  try {
    const scope = options.kb?.length ? await resolveScope(client, options.kb) : undefined;
    const state = await openConversation(client, options.conversation);
    context.note(context.notes.dim(`Ibid on ${connection.place}. /help lists the commands.`));
    for await (const line of typed) {
      const text = line.trim();
      if (text === '') continue;
      if (text === '/exit' || text === '/quit') break;
      try {
        if (text.startsWith('/')) await runSlashCommand(text, { client, state, context });
        else {
          const sent = await client.request('POST /api/conversations/{id}/turns', {
            path: { id: state.conversationId },
            body: {
              text,
              parentMessageId: state.leafId,
              scope,
              agentId: options.agent,
              modelId: options.model,
            },
            headers: { 'idempotency-key': randomUUID() },
          });
          running = sent.turnId;
          const printed = await printTurn({
            packets: client.packets(sent.turnId),
            terminal: context.terminal,
            write: context.write,
            note: context.note,
          });
          running = null;
          state.leafId = sent.assistantMessageId;
          state.lastTurnId = sent.turnId;
          showOutcome(printed, context);
          await noteBudget(client, context, 'asking');
        }
      } catch (error) {
        running = null;
        context.note(context.notes.red(error instanceof Error ? error.message : String(error)));
      }
    }
    return EXIT.ok;
  } finally {
    lines.close();
    await connection.close();
  }
}

/** Lines as typed; those typed during an answer wait for its end. */
function prompts(lines: Interface, context: CommandContext): AsyncGenerator<string> {
  const waiting: string[] = [];
  let isClosed = false;
  let wake = () => {};
  lines.on('line', (line) => {
    waiting.push(line);
    wake();
  });
  lines.once('close', () => {
    isClosed = true;
    wake();
  });
  lines.setPrompt(context.terminal.bold('› '));
  return (async function* () {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) {
        yield next;
        continue;
      }
      if (isClosed) return;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (context.terminal.isInteractive) lines.prompt();
      await woken;
    }
  })();
}

async function openConversation(client: IbidClient, id: string | undefined): Promise<ChatState> {
  const conversation = id
    ? await client.request('GET /api/conversations/{id}', { path: { id } })
    : await client.request('POST /api/conversations', { body: {} });
  return {
    conversationId: conversation.id,
    leafId: conversation.leafId,
    lastTurnId: null,
  };
}

/** From the displayed branch, for a conversation that this command did not begin. */
async function lastTurnOf(client: IbidClient, id: string): Promise<string | null> {
  const { messages } = await client.request('GET /api/conversations/{id}/messages', { path: { id } });
  const last = messages.findLast((message) => message.role === 'assistant');
  return last?.role === 'assistant' ? last.turnId : null;
}

function showOutcome(turn: PrintedTurn, context: CommandContext): void {
  const cited = outcomeLines(turn, { terminal: context.terminal });
  if (cited.length > 0) context.write(`\n${cited.join('\n')}\n`);
  if (turn.reason === 'stopped') context.note(context.notes.yellow('Stopped. The answer so far is kept.'));
  if (turn.error) context.note(context.notes.red(turn.error.message));
  if (turn.question) {
    context.note(turn.question.question);
    for (const choice of turn.question.choices)
      context.note(`  ${choice.label}${choice.hint ? ` (${choice.hint})` : ''}`);
  }
}

async function runSlashCommand(
  text: string,
  { client, state, context }: { client: IbidClient; state: ChatState; context: CommandContext },
): Promise<void> {
  const { terminal, write } = context;
  const path = { id: state.conversationId };
  switch (text.split(/\s+/u)[0]) {
    case '/help':
      write(`${HELP}\n`);
      break;
    case '/sources': {
      const { cited, retrieved } = await client.request('GET /api/conversations/{id}/sources', { path });
      const line = ({ number, title, url }: (typeof cited)[number]) => {
        const shown = withoutControls(title);
        return `${terminal.cyan(`[${number}]`)} ${url ? terminal.link(shown, url) : shown}\n`;
      };
      write(cited.length > 0 ? 'Cited\n' : 'Nothing has been cited yet.\n');
      for (const source of cited) write(line(source));
      const numbers = new Set(cited.map((source) => source.number));
      const others = retrieved.filter((source) => !numbers.has(source.number));
      if (others.length > 0) write('Also retrieved\n');
      for (const source of others) write(line(source));
      break;
    }
    case '/against':
      await showAgainst(text.split(/\s+/u)[1], { client, state, context });
      break;
    case '/opinion':
      await showOpinions({ client, state, context });
      break;
    case '/refs': {
      const { rows } = await client.request('GET /api/conversations/{id}/descriptors', {
        path,
        query: { leaf: state.leafId },
      });
      write(
        rows.length > 0
          ? `${rows.map((row) => `${row.name.padEnd(24)} ${row.lines} lines, ${row.characters} characters, ${row.category}`).join('\n')}\n`
          : 'No handles yet.\n',
      );
      break;
    }
    case '/context': {
      const turnId = state.lastTurnId ?? (await lastTurnOf(client, state.conversationId));
      const turn = turnId ? await client.request('GET /api/turns/{id}', { path: { id: turnId } }) : null;
      const report = turn?.contextReports.at(-1);
      write(report ? contextTable(report) : 'The model has not been asked yet.\n');
      break;
    }
    case '/fork': {
      if (!state.leafId) {
        write('Nothing to fork yet.\n');
        break;
      }
      const fork = await client.request('POST /api/conversations/{id}/fork', {
        path,
        body: { messageId: state.leafId },
      });
      Object.assign(state, await openConversation(client, fork.id));
      write(`Now in the fork ${fork.id}.\n`);
      break;
    }
    case '/new':
      Object.assign(state, await openConversation(client, undefined));
      write('Started a new conversation.\n');
      break;
    default:
      write(`Unknown command ${text}. /help lists the commands.\n`);
  }
}

/** CIT-8: asks about the doubtful citations of the last answer; the opinions are stored with it. */
async function showOpinions({
  client,
  state,
  context,
}: {
  client: IbidClient;
  state: ChatState;
  context: CommandContext;
}): Promise<void> {
  const turnId = state.lastTurnId ?? (await lastTurnOf(client, state.conversationId));
  if (!turnId) {
    context.write('There is no answer to ask about yet.\n');
    return;
  }
  const { rows } = await client.request('POST /api/turns/{id}/opinion', { path: { id: turnId } });
  const lines = opinionLines(rows, context.terminal);
  context.write(
    lines.length > 0
      ? `${lines.join('\n')}\n`
      : 'Nothing to ask about: no citation is in doubt, or the model gave no opinion.\n',
  );
}

/** CIT-9: counter-evidence in the knowledge bases to the claims of the last answer, or to one of them. */
async function showAgainst(
  which: string | undefined,
  { client, state, context }: { client: IbidClient; state: ChatState; context: CommandContext },
): Promise<void> {
  const { terminal, write } = context;
  const turnId = state.lastTurnId ?? (await lastTurnOf(client, state.conversationId));
  const { messages } = await client.request('GET /api/conversations/{id}/messages', {
    path: { id: state.conversationId },
  });
  const last = messages.findLast((message) => message.role === 'assistant' && message.turnId === turnId);
  const blocks = last?.role === 'assistant' ? last.view.blocks : [];
  const claims = blocks.flatMap((block) => (block.kind === 'text' ? (block.claims ?? []) : []));
  if (!turnId || claims.length === 0) {
    write('There is no claim to check yet.\n');
    return;
  }
  const chosen = which === undefined ? null : Number(which);
  for (const [index, { text }] of claims.entries()) {
    if (chosen !== null && chosen !== index + 1) continue;
    const { rows } = await client.request('POST /api/turns/{id}/against', {
      path: { id: turnId },
      body: { claim: text },
    });
    write(`${index + 1}. ${withoutControls(text.replaceAll(/\s+/gu, ' '))}\n`);
    if (rows.length === 0) write(terminal.dim('   Nothing found that speaks against it.\n'));
    for (const line of againstLines(rows, terminal)) write(`${line}\n`);
  }
}

function contextTable(report: ContextReport): string {
  const rows = report.parts.map(
    (part) => `${String(part.tokens).padStart(7)}  ${part.kind.padEnd(13)} ${withoutControls(part.origin)}`,
  );
  const removed = report.removals.map(
    (removal) =>
      `         ${removal.action} ${removal.kind} ${withoutControls(removal.origin)}: ${removal.reason}${removal.descriptor ? ` (${removal.descriptor})` : ''}`,
  );
  return `${rows.join('\n')}\n${String(report.totalTokens).padStart(7)}  of ${report.budget.available} tokens (${report.modelId})\n${
    removed.length > 0 ? `Left out\n${removed.join('\n')}\n` : ''
  }`;
}

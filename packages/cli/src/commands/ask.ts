import { randomUUID } from 'node:crypto';
import type { IbidClient } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { noteBudget } from '../note-budget.js';
import { noteOthersDocuments } from '../note-others-documents.js';
import { printTurn, outcomeLines } from '../print-turn.js';

export interface AskOptions extends ConnectOptions {
  json?: boolean;
  conversation?: string;
  kb?: string[];
  agent?: string;
  model?: string;
  quiet?: boolean;
  /** The cited passages below each source. */
  quotes?: boolean;
  /** CIT-8, CIT-9: override the server's settings. */
  repair?: boolean;
  against?: boolean;
}

/** `ibid ask "…"`: one turn, streamed, with its sources; with `--json`, the whole turn as one JSON object. */
export async function ask(question: string, options: AskOptions, context: CommandContext): Promise<number> {
  const connection = await connect(options);
  const { client } = connection;
  try {
    const conversation = options.conversation
      ? await client.request('GET /api/conversations/{id}', { path: { id: options.conversation } })
      : await client.request('POST /api/conversations', { body: {} });
    await noteOthersDocuments(connection, context);
    const scope = options.kb?.length ? await resolveScope(client, options.kb) : undefined;
    const turn = await client.request('POST /api/conversations/{id}/turns', {
      path: { id: conversation.id },
      body: {
        text: question,
        parentMessageId: conversation.leafId,
        scope,
        agentId: options.agent,
        modelId: options.model,
        review: { repair: options.repair, against: options.against },
      },
      headers: { 'idempotency-key': randomUUID() },
    });
    const stop = () =>
      void client.request('POST /api/turns/{id}/stop', { path: { id: turn.turnId } }).catch(() => undefined);
    context.signal.addEventListener('abort', stop, { once: true });
    const quiet = options.json === true || options.quiet === true;
    const printed = await printTurn({
      packets: client.packets(turn.turnId),
      terminal: context.terminal,
      write: options.json ? () => undefined : context.write,
      note: quiet ? () => undefined : context.note,
      holds: options.repair === true && !context.terminal.isInteractive,
    });
    context.signal.removeEventListener('abort', stop);
    if (options.json) {
      context.write(
        `${JSON.stringify({ conversationId: conversation.id, turnId: turn.turnId, ...printed })}\n`,
      );
    } else {
      const lines = outcomeLines(printed, { terminal: context.terminal, quotes: options.quotes ?? false });
      if (lines.length > 0) context.write(`\n${lines.join('\n')}\n`);
      if (printed.question) {
        context.note(printed.question.question);
        for (const choice of printed.question.choices) context.note(`  ${choice.label}`);
      }
      if (printed.error) context.note(context.notes.red(printed.error.message));
      if (!quiet) await noteBudget(client, context, 'asking');
      if (!quiet)
        context.note(context.notes.dim(`To continue: ibid ask --conversation ${conversation.id} "…"`));
    }
    if (printed.reason === 'stopped') return EXIT.stopped;
    return printed.error ? EXIT.failed : EXIT.ok;
  } finally {
    await connection.close();
  }
}

/** Resolves names or ids of knowledge bases to ids. */
export async function resolveScope(client: IbidClient, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.request('GET /api/knowledge-bases', {});
  return names.map((name) => {
    const [base = '', ...rest] = name.split('/');
    const found = rows.find((row) => row.id === base || row.name.toLowerCase() === base.toLowerCase());
    if (!found) {
      const known = rows.map((row) => row.name).join(', ') || 'none yet';
      throw new Error(`There is no knowledge base "${base}". Known: ${known}.`);
    }
    return [found.id, ...rest].join('/');
  });
}

/** The same, with bases and documents separate. */
export async function scopeOf(
  client: IbidClient,
  names: readonly string[],
): Promise<{ knowledgeBaseIds: string[]; itemIds: string[] }> {
  const scope = (await resolveScope(client, names)).map((entry) => entry.split('/'));
  return {
    knowledgeBaseIds: scope.flatMap(([base = '', item]) => (item === undefined ? [base] : [])),
    itemIds: scope.flatMap(([, item]) => item ?? []),
  };
}

import { randomUUID } from 'node:crypto';
import type { IbidClient, Schemas } from '@ibid/client';
import { printTurn, type PrintedTurn } from '../print-turn.js';
import { createTerminal } from '../terminal.js';

type Row = Schemas['FeedbackRow'];

/** The result of asking a judged question again. */
export interface AskedAgain {
  claims: { supported: number; all: number };
  /** Documents of passages judged right, and how many of them the new answer cites. */
  wanted: { cited: number; all: number };
  unwanted: { cited: number; all: number };
  error: string | null;
}

/** What the same questions cost when first asked: tokens, and money if the model's price is known. */
export async function costOfAsking(
  client: IbidClient,
  rows: readonly Row[],
): Promise<{ tokens: number; usd: number | null }> {
  let [tokens, usd] = [0, 0 as number | null];
  for (const { turnId } of rows) {
    const turn = await client
      .request('GET /api/turns/{id}', { path: { id: turnId } })
      // Its conversation may have been deleted.
      .catch(() => null);
    tokens += (turn?.usage.inputTokens ?? 0) + (turn?.usage.outputTokens ?? 0);
    usd = usd === null || turn?.costUsd == null ? null : usd + turn.costUsd;
  }
  return { tokens, usd };
}

/** ANS-5: asks a judged question again, in a separate conversation that is deleted afterwards. */
export async function askAgain(client: IbidClient, row: Row): Promise<AskedAgain> {
  const { id } = await client.request('POST /api/conversations', { body: {} });
  try {
    const { turnId } = await client.request('POST /api/conversations/{id}/turns', {
      path: { id },
      body: {
        text: row.question,
        parentMessageId: null,
        ...(row.scope.length > 0 ? { scope: row.scope } : {}),
      },
      headers: { 'idempotency-key': randomUUID() },
    });
    const silent = () => undefined;
    const terminal = createTerminal({ isTerminal: false, columns: 80, environment: {} });
    return compared(
      row,
      await printTurn({ packets: client.packets(turnId), terminal, write: silent, note: silent }),
    );
  } finally {
    await client.request('DELETE /api/conversations/{id}', { path: { id } }).catch(() => undefined);
  }
}

function compared(row: Row, { citations, claims, error }: PrintedTurn): AskedAgain {
  const cited = new Set(citations.map(({ itemId }) => itemId));
  const documents = (isMeant: (mark: 'right' | 'wrong' | undefined) => boolean) => {
    const ids = row.shown.flatMap(({ citationId, itemId }) =>
      itemId !== null && isMeant(row.citations[citationId]) ? [itemId] : [],
    );
    const meant = [...new Set(ids)];
    return { cited: meant.filter((itemId) => cited.has(itemId)).length, all: meant.length };
  };
  return {
    claims: {
      supported: claims.filter(({ verdict }) => verdict === 'supported').length,
      all: claims.length,
    },
    wanted: documents((mark) => mark === 'right' || (mark === undefined && row.verdict === 'right')),
    unwanted: documents((mark) => mark === 'wrong'),
    error: error?.message ?? null,
  };
}

/** Totals over all answers, as lines. */
export function askedAgainReport(asked: readonly AskedAgain[]): string {
  const sum = (value: (one: AskedAgain) => number) => asked.reduce((total, one) => total + value(one), 0);
  const failed = asked.filter(({ error }) => error !== null);
  return [
    `Asked again: ${asked.length}${failed.length > 0 ? `, of these failed: ${failed.length} (${failed[0]?.error})` : ''}`,
    `Claims supported: ${sum(({ claims }) => claims.supported)} of ${sum(({ claims }) => claims.all)}`,
    `Documents called right that are cited again: ${sum(({ wanted }) => wanted.cited)} of ${sum(({ wanted }) => wanted.all)}`,
    `Documents called wrong that are cited again: ${sum(({ unwanted }) => unwanted.cited)} of ${sum(({ unwanted }) => unwanted.all)}`,
    '',
  ].join('\n');
}

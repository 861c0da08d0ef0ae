import { answerBalance, answerFound, describeBalance } from '@ibid/core';
import { branchTo, newestLeafUnder, siblingsOf } from '@ibid/store/internal';
import type { AskedTurn, Conversation, MessageNode, MessageRow } from '@ibid/store/internal';
import type { Viewer } from '@ibid/retrieval';
import { NotFound } from '../errors/index.js';
import { hiddenFiles } from '../files/hidden-files.js';
import type { Answering, Conversations, Files, Storage } from '../services.js';
import { tellDeleted } from '../sharing/tell-deleted.js';
import { withholdView } from '../sharing/withhold.js';
import { withholdingFor, type Withholding } from '../sharing/withholding.js';
import { assistantContentOf, userContentOf } from '../turns/message-content.js';
import { decodeStored, parsePackets } from '../turns/packet-frames.js';
import type { TurnView } from '@ibid/core/turn-view';
import { viewOfPackets } from '../turns/view-of-packets.js';
import { fileView, withheldFileView } from './conversation-view.js';

/** One branch of a conversation: to the displayed leaf, or to the newest one below a given message. */
export async function branchView(
  services: Storage & Conversations & Answering & Files,
  viewer: Viewer,
  conversation: Conversation,
  messageId?: string,
) {
  const withholding = await withholdingFor(services, viewer, conversation);
  const tree = await services.messages.tree(conversation.id);
  if (messageId !== undefined && !tree.some((node) => node.id === messageId))
    throw new NotFound('There is no such message in this conversation.');
  const leafId = messageId === undefined ? conversation.leafId : newestLeafUnder(tree, messageId);
  const path = branchTo(tree, leafId);
  const rows = await services.messages.getMany(
    conversation.id,
    path.map((node) => node.id),
  );
  const turns = await services.turns.requests(rows.flatMap((row) => row.turnId ?? []));
  const running = await services.turns.running(conversation.id);
  return {
    messages: await Promise.all(
      rows.map((row, index) =>
        messageView(services, {
          tree,
          viewer,
          withholding,
          node: path[index]!,
          row,
          asked: askedOf(turns.get(turnIdAt(rows, index))),
        }),
      ),
    ),
    leafId,
    runningTurnId: running?.id ?? null,
  };
}

async function messageView(
  services: Storage & Answering & Files,
  options: {
    tree: readonly MessageNode[];
    viewer: Viewer;
    withholding: Withholding | null;
    node: MessageNode;
    row: MessageRow;
    asked: Asked;
  },
) {
  const { tree, viewer, withholding, node, row, asked } = options;
  const place = {
    id: row.id,
    parentId: row.parentId,
    siblings: siblingsOf(tree, node),
    createdAt: row.createdAt,
  };
  if (row.role === 'user') {
    const files = await services.files.getMany(userContentOf(row).fileIds);
    const hidden = await hiddenFiles(services, viewer, files);
    const shown = files.map((file) => (hidden.has(file.id) ? withheldFileView(file) : fileView(file)));
    return { ...place, role: 'user' as const, text: row.text, files: shown, asked };
  }
  const turnId = row.turnId ?? '';
  const content = assistantContentOf(row);
  const whole = row.status === 'running' ? await runningView(services, turnId) : content.view;
  const shown = withholding?.mayBeIn(row.id) ? withholdView(row.id, whole, withholding) : whole;
  const view = await tellDeleted(services, shown);
  return {
    ...place,
    role: 'assistant' as const,
    text: content.shownAnswer,
    turnId,
    asked,
    status: row.status,
    view,
    balance: balanceOfView(view),
  };
}

type Asked = Required<Pick<AskedTurn, 'scope' | 'agentId'>>;

/** The turn of a question is that of its displayed answer. */
function turnIdAt(rows: readonly MessageRow[], index: number): string {
  const row = rows[index];
  return (row?.role === 'user' ? rows[index + 1]?.turnId : row?.turnId) ?? '';
}

function askedOf(request: Partial<AskedTurn> = {}): Asked {
  const { scope = [], agentId = null } = request;
  return { scope, agentId };
}

/** CIT-7: the balance of the current answer; null if its claims were never reported. */
function balanceOfView({ blocks }: TurnView) {
  const answer = blocks.findLast((block) => block.kind === 'text' && block.claims !== undefined);
  if (answer?.kind !== 'text' || !answer.claims) return null;
  const balance = answerBalance(answer.claims);
  const isGrounded = answer.isGrounded ?? false;
  const found = answerFound(answer.text);
  return { ...balance, isGrounded, found, text: describeBalance(balance, { isGrounded, found }) };
}

/** What has been streamed so far, by this process or another. */
async function runningView(services: Answering, turnId: string): Promise<TurnView> {
  const live = services.liveTurns.get(turnId);
  if (live) return viewOfPackets(turnId, live.sentPackets);
  const stored = await services.packets.after(turnId, 0, 1_000_000);
  return viewOfPackets(turnId, parsePackets(decodeStored(stored, 0)));
}

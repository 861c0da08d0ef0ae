import { needsDescriptor } from '@ibid/core';
import type { DescriptorMetadata, DescriptorStore, JsonValue, UserMessage } from '@ibid/core';
import { DatabaseDescriptorStore, branchTo } from '@ibid/store';
import type { MessageNode } from '@ibid/store';
import type { Services } from '../services.js';
import type { UserContent } from './message-content.js';

/** The descriptors of a conversation as one branch sees them: what its own messages made (FD-7). */
export function openDescriptors(
  services: Pick<Services, 'database'>,
  options: {
    conversationId: string;
    tree: readonly MessageNode[];
    leafId: string | null;
    /** Messages that are about to be added to the branch. */
    adding?: readonly string[];
    /** Somebody for whom some source of the conversation is hidden gets nothing that may hold its text. */
    withheld?: boolean;
  },
): DatabaseDescriptorStore {
  const path = branchTo(options.tree, options.leafId).map((node) => node.id);
  return new DatabaseDescriptorStore({
    db: services.database.db,
    conversationId: options.conversationId,
    messageIds: [...path, ...(options.adding ?? [])],
    ...(options.withheld
      ? {
          withholds: (descriptor) =>
            mayHoldSources(descriptor) && !options.adding?.includes(descriptor.messageId ?? ''),
        }
      : {}),
  });
}

/** Not what people wrote or attached, nor what the answer itself says. */
export function mayHoldSources({ origin }: DescriptorMetadata): boolean {
  return origin.kind === 'tool-result' || origin.kind === 'turn' || origin.kind === 'extraction';
}

/**
 * FD-1: handles for a long message and for the files attached to it, made once, when the message is first answered.
 * Without room for them (quota) the message goes on without.
 */
export async function describeUserMessage(
  services: Pick<Services, 'messages' | 'files' | 'log'>,
  store: DescriptorStore,
  user: UserMessage,
): Promise<UserMessage> {
  const files = await Promise.all(
    user.files.map(async (file) => {
      if (file.descriptor !== null) return file;
      const stored = await services.files.get(file.fileId);
      const content = stored ? await services.files.text(stored.blobHash) : null;
      if (!content) return file;
      const origin = { kind: 'file' as const, fileId: file.fileId, fileName: file.name };
      return { ...file, descriptor: await create(services, store, { content, origin, messageId: user.id }) };
    }),
  );
  const isLong = user.descriptor === undefined && needsDescriptor({ text: user.text, kind: 'user-input' });
  const origin = { kind: 'user-input' as const, messageId: user.id };
  const descriptor = isLong
    ? await create(services, store, { content: user.text, origin, messageId: user.id })
    : (user.descriptor ?? null);
  const content: UserContent = {
    fileIds: [...user.files, ...user.images].map((file) => file.fileId),
    fileDescriptors: Object.fromEntries(
      files.flatMap((file) => (file.descriptor === null ? [] : [[file.fileId, file.descriptor]])),
    ),
    descriptor,
  };
  if (descriptor !== null || files.some((file) => file.descriptor !== null))
    await services.messages.update(user.id, { content: content as unknown as JsonValue });
  return { ...user, files, ...(descriptor === null ? {} : { descriptor }) };
}

async function create(
  services: Pick<Services, 'log'>,
  store: DescriptorStore,
  options: Parameters<DescriptorStore['create']>[0],
): Promise<string | null> {
  try {
    return (await store.create(options)).name;
  } catch (error) {
    services.log.warn({ err: error }, 'a descriptor could not be made');
    return null;
  }
}

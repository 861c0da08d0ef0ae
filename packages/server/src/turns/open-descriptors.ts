import { countTokens, descriptorSettingsFor, needsDescriptor, QuotaExceeded } from '@ibid/core/internal';
import type {
  DescriptorMetadata,
  DescriptorStore,
  ModelProfile,
  TurnWarning,
  UserMessage,
} from '@ibid/core/internal';
import { DatabaseDescriptorStore, branchTo } from '@ibid/store/internal';
import type { MessageNode, UserContent } from '@ibid/store/internal';
import type { Services } from '../services.js';
import type { HandleSettings } from '../settings/system-settings.js';
import type { Withholding } from '../sharing/withholding.js';

/** The descriptors of a conversation as one branch sees them: those its own messages created (FD-7). */
export function openDescriptors(
  services: Pick<Services, 'database'>,
  options: {
    conversationId: string;
    tree: readonly MessageNode[];
    leafId: string | null;
    /** Messages about to be added to the branch. */
    adding?: readonly string[];
    /** If a source is hidden from the user, descriptors that may contain its text are left out. */
    withholding?: Withholding | null;
    /** The conversation's quota (FD-7); required for storing. */
    quotaBytes?: number;
  },
): DatabaseDescriptorStore {
  const path = branchTo(options.tree, options.leafId).map((node) => node.id);
  return new DatabaseDescriptorStore({
    db: services.database.db,
    conversationId: options.conversationId,
    messageIds: [...path, ...(options.adding ?? [])],
    ...(options.withholding
      ? {
          withholds: (descriptor) =>
            !options.adding?.includes(descriptor.messageId ?? '') &&
            mayHoldHidden(descriptor, options.withholding),
        }
      : {}),
    ...(options.quotaBytes === undefined ? {} : { settings: { quotaBytes: options.quotaBytes } }),
  });
}

/**
 * Whether a descriptor may contain text of a hidden source. Excludes what users wrote or attached, unless it is a
 * hidden source itself, the answer itself, and anything from before the hidden source appeared.
 */
export function mayHoldHidden(
  { origin, messageId }: DescriptorMetadata,
  withholding: Withholding | null | undefined,
): boolean {
  if (origin.kind === 'file') return withholding?.hidesFile(origin.fileId) === true;
  const mayHoldSources =
    origin.kind === 'tool-result' || origin.kind === 'turn' || origin.kind === 'extraction';
  return mayHoldSources && withholding?.mayBeIn(messageId ?? null) === true;
}

/**
 * FD-1: descriptors for a long message and its attached files, created once, when the message is first answered. If the
 * quota is used up, the message goes without, and the user is told (FD-7).
 */
export async function describeUserMessage(
  services: Pick<Services, 'messages' | 'files' | 'log'>,
  options: {
    store: Pick<DescriptorStore, 'create'>;
    user: UserMessage;
    model: ModelProfile;
    settings: HandleSettings;
    /** False: stores nothing with the message, for a preview. */
    keep?: boolean;
  },
): Promise<{ user: UserMessage; warnings: TurnWarning[] }> {
  const { store, user, model } = options;
  const warnings: TurnWarning[] = [];
  if (!options.settings.enabled) return { user, warnings };
  const create = (what: string, text: Parameters<DescriptorStore['create']>[0]) =>
    createHandle({ services, store, what, text, warnings });
  const described = async (file: UserMessage['files'][number]) => {
    if (file.descriptor !== null) return file;
    const stored = await services.files.get(file.fileId);
    const content = stored ? await services.files.text(stored.blobHash) : null;
    if (!content) return file;
    const origin = { kind: 'file' as const, fileId: file.fileId, fileName: file.name };
    const text = { content, origin, messageId: user.id };
    return { ...file, descriptor: await create(`The file "${file.name}"`, text) };
  };
  // One after another: numbers follow the order of the files.
  const files: UserMessage['files'] = [];
  for (const file of user.files) files.push(await described(file));
  const isLong =
    user.descriptor === undefined &&
    needsDescriptor({
      text: user.text,
      kind: 'user-input',
      settings: descriptorSettingsFor({ settings: options.settings, window: model.contextWindow }),
      countTokens: (text) => countTokens(text, model.tokenizer),
    });
  const origin = { kind: 'user-input' as const, messageId: user.id };
  const descriptor = isLong
    ? await create('The message', { content: user.text, origin, messageId: user.id })
    : (user.descriptor ?? null);
  const content: UserContent = {
    fileIds: [...user.files, ...user.images].map((file) => file.fileId),
    fileDescriptors: Object.fromEntries(
      files.flatMap((file) => (file.descriptor === null ? [] : [[file.fileId, file.descriptor]])),
    ),
    descriptor,
  };
  const isKept = descriptor !== null || files.some((file) => file.descriptor !== null);
  if (isKept && options.keep !== false) await services.messages.update(user.id, { content });
  return { user: { ...user, files, ...(descriptor === null ? {} : { descriptor }) }, warnings };
}

async function createHandle(options: {
  services: Pick<Services, 'log'>;
  store: Pick<DescriptorStore, 'create'>;
  what: string;
  text: Parameters<DescriptorStore['create']>[0];
  warnings: TurnWarning[];
}): Promise<string | null> {
  const { services, store, what, text, warnings } = options;
  try {
    return (await store.create(text)).name;
  } catch (error) {
    services.log.warn({ err: error }, 'a descriptor could not be made');
    const reason = error instanceof QuotaExceeded ? error.message : 'It could not be stored.';
    warnings.push({
      code: 'descriptor_not_stored',
      message: `${what} could not be kept for later: ${reason}`,
    });
    return null;
  }
}

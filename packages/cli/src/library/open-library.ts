import { usableModel } from '@ibid/core/internal';
import type { DescriptorSettings, RetryPolicy } from '@ibid/core/internal';
import { defaultContextSettings, modelProfileOf } from '@ibid/core';
import type { ContextSettings, ModelProfile, RunTurnOptions, Tool } from '@ibid/core';
import {
  agenticContextSearch,
  conversationTools,
  defaultRetrievalSettings,
  EmbedderUnavailable,
  fillEvidenceRow,
  ingestFiles,
  openLocalEmbedder,
  queryTableTool,
  retrieveContextTool,
  ScopedKnowledge,
  syncFolder,
} from '@ibid/retrieval/internal';
import type {
  Embedder,
  EvidenceColumn,
  EvidenceRow,
  IngestProgress,
  IngestReport,
  SearchHit,
} from '@ibid/retrieval/internal';
import {
  DynamicToolRepository,
  knowledgeSourceReader,
  newId,
  openDatabase,
  openKnowledge,
} from '@ibid/store/internal';
import type { Knowledge } from '@ibid/store/internal';
import { builtInModel, QUOTES_ONLY } from './built-in-model.js';
import {
  type ConversationSnapshot,
  type LibraryAnswer,
  LibraryConversation,
} from './library-conversation.js';
import { LibraryError } from './library-error.js';
import { assertFolder, identitiesOf, type LibraryFile, withIdentity } from './library-files.js';
import { readSnapshot } from './read-snapshot.js';
import { RunningTurns } from './running-turns.js';

/**
 * Where a library stores its data, and which model it uses.
 *
 * ```ts
 * import type { OpenLibraryOptions } from 'ibid';
 *
 * const options: OpenLibraryOptions = { data: ':memory:', embedder: null };
 * ```
 */
export interface OpenLibraryOptions {
  /** Data folder; in memory if absent. */
  data?: string;
  /** `postgres://…` instead of a folder. */
  databaseUrl?: string;
  /** Any model of the AI SDK 6 or 7, as an object. Default: the built-in one, which quotes. */
  model?: RunTurnOptions['model'];
  /** How often a failed call of the model is made again. Default: twice, with growing waits. */
  retry?: RetryPolicy;
  /** Facts about the model that its name does not reveal, e.g. its window. */
  profile?: Partial<Omit<ModelProfile, 'modelId'>>;
  /** Default `local`, which falls back to keyword search if its weights are missing; null: keyword search. */
  embedder?: Embedder | 'local' | null;
  /** Search with a separate agent that counts, follows links and reads on. Default: one plain search per call. */
  agentic?: boolean;
  /** Offered in addition to the search. */
  tools?: readonly Tool[];
  systemPrompt?: string | null;
  settings?: Partial<ContextSettings>;
  /** The size from which texts get a handle, how much a conversation may store, and whether handles are used at all. */
  descriptors?: Partial<DescriptorSettings> & { enabled?: boolean };
}

/**
 * Answers questions about folders of documents, all in one process.
 *
 * ```ts
 * import type { Library } from 'ibid';
 *
 * const best = async (library: Library, query: string) => (await library.search(query, { topK: 1 }))[0]?.text;
 * ```
 */
export interface Library {
  /** Syncs the library with a folder; run it again whenever the folder may have changed. */
  addFolder(
    folder: string,
    options?: { onProgress?: (progress: IngestProgress) => void; signal?: AbortSignal },
  ): Promise<IngestReport>;
  /** Adds files, or updates those that it has: see `externalId`. */
  addFiles(files: readonly LibraryFile[]): Promise<IngestReport>;
  /**
   * Removes a document by the path or name that it was added with, by its `externalId`, or by its item id. Says whether
   * it was there. `addFolder` removes what is no longer in its folder by itself, and adds what still is.
   */
  removeFile(file: string): Promise<boolean>;
  search(query: string, options?: { topK?: number }): Promise<SearchHit[]>;
  /** The search as a tool, for your own turn, an AI SDK route, or `createToolbox` and any other framework. */
  searchTools(conversationId?: string): Promise<Tool[]>;
  startConversation(): LibraryConversation;
  /** Continues a conversation from its stored `snapshot`. */
  restoreConversation(snapshot: ConversationSnapshot): LibraryConversation;
  /** One question in a new conversation. */
  ask(question: string, options?: Parameters<LibraryConversation['ask']>[1]): Promise<LibraryAnswer>;
  /** Asks every document the same questions; yields each row when it is done. */
  table(columns: readonly EvidenceColumn[]): AsyncGenerator<EvidenceRow>;
  /** The underlying parts, for anything not offered here. */
  knowledge: Knowledge;
  knowledgeBaseId: string;
  /** Stops the turns that still run. */
  close(): Promise<void>;
}

const OWNER = 'library';
const VIEWER = { userId: OWNER, roles: [], isAdministrator: false };
const KNOWLEDGE_BASE_ID = 'library';
const LISTED_AT_ONCE = 200;

/**
 * Opens a library: documents to ask questions about, in one process and without a server.
 *
 * ```ts
 * import { openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null }); // `data` keeps it on disk, `model` takes any model of the AI SDK
 * await library.addFolder('./papers');
 * const { text, cited } = await library.ask('Who approved the budget?');
 * console.log(text, cited.length);
 * await library.close();
 * ```
 */
export async function openLibrary(options: OpenLibraryOptions = {}): Promise<Library> {
  const given = modelOf(options);
  const embedder = await embedderOf(options.embedder);
  const database = await openDatabase(
    options.databaseUrl === undefined ? { folder: options.data ?? ':memory:' } : { url: options.databaseUrl },
  );
  const knowledge = await openKnowledge({ database, embedder });
  const known = await knowledge.bases.list(VIEWER);
  if (!known.some(({ id }) => id === KNOWLEDGE_BASE_ID)) {
    const access = {
      visibility: 'private',
      ownerId: OWNER,
      sharedWithUsers: [],
      sharedWithRoles: [],
    } as const;
    await knowledge.bases.create({ id: KNOWLEDGE_BASE_ID, name: 'Documents', access });
  }

  const builtIn = builtInModel(embedder);
  const model = given ?? builtIn.model;
  const profile = modelProfileOf(model.modelId, {
    ...(given ? {} : builtIn.profile),
    ...options.profile,
  });
  const scoped = new ScopedKnowledge({
    store: knowledge.reader,
    viewer: VIEWER,
    scope: null,
    disabledKnowledgeBaseIds: [],
  });
  const dynamicTools = new DynamicToolRepository({ db: database.db });

  const searchTools = async (conversationId: string = KNOWLEDGE_BASE_ID): Promise<Tool[]> => {
    const calculate = queryTableTool({ knowledge: scoped });
    if (!options.agentic) return [retrieveContextTool({ knowledge: scoped }), calculate];
    const now = () => Date.now();
    const records = await dynamicTools.list({
      conversationId,
      ownerId: OWNER,
      now: new Date(now()).toISOString(),
      limit: 6,
    });
    return [
      agenticContextSearch({
        store: knowledge.reader,
        viewer: VIEWER,
        settings: defaultRetrievalSettings,
        models: {
          search: model,
          classify: given,
          searchWindow: profile.contextWindow,
          classifyWindow: profile.contextWindow,
        },
        dynamicTools,
        now,
      }),
      ...(await conversationTools({ records, knowledge: scoped })),
      calculate,
    ];
  };

  const running = new RunningTurns();
  const target = { knowledgeBaseId: KNOWLEDGE_BASE_ID, writer: knowledge.writer, embedder };
  const setUp = () => ({
    running,
    note: given ? null : QUOTES_ONLY,
    ...(options.retry ? { retry: options.retry } : {}),
    conversationId: newId(),
    model,
    profile,
    settings: { ...defaultContextSettings, ...options.settings },
    descriptors: options.descriptors ?? {},
    readSource: () => knowledgeSourceReader({ store: knowledge.reader, viewer: VIEWER }),
    tools: async (conversationId: string) => [
      ...(await searchTools(conversationId)),
      ...(options.tools ?? []),
    ],
    ...(options.systemPrompt === undefined ? {} : { systemPrompt: options.systemPrompt }),
  });
  const startConversation = () => new LibraryConversation(setUp());

  async function* table(columns: readonly EvidenceColumn[]): AsyncGenerator<EvidenceRow> {
    running.assertOpen();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof knowledge.reader.listItems>> = await knowledge.reader.listItems({
        viewer: VIEWER,
        limit: LISTED_AT_ONCE,
        cursor,
      });
      for (const { id: itemId } of page.rows) {
        const { contextWindow } = profile;
        const asked = { store: knowledge.reader, viewer: VIEWER, itemId, columns, contextWindow };
        const row = await fillEvidenceRow({ ...asked, model: given, embedder });
        if (row) yield row;
      }
      cursor = page.cursor;
    } while (cursor !== null);
  }

  return {
    table,
    async addFolder(folder, settings) {
      running.assertOpen();
      await assertFolder(folder);
      return syncFolder({ ...target, folder, ...settings });
    },
    async addFiles(files) {
      running.assertOpen();
      return ingestFiles({ ...target, sources: files.map(withIdentity) });
    },
    async removeFile(file) {
      running.assertOpen();
      let itemId = (await knowledge.reader.getItem(VIEWER, file))?.id;
      for (const externalId of identitiesOf(file))
        itemId ??= (
          await knowledge.writer.findByExternalId({ knowledgeBaseId: KNOWLEDGE_BASE_ID, externalId })
        )?.itemId;
      if (itemId === undefined) return false;
      await knowledge.writer.removeItem({ itemId });
      return true;
    },
    async search(query, settings) {
      running.assertOpen();
      return knowledge.reader.search({ viewer: VIEWER, query, mode: 'hybrid', topK: settings?.topK ?? 10 });
    },
    async searchTools(conversationId) {
      running.assertOpen();
      return searchTools(conversationId);
    },
    startConversation,
    restoreConversation: (snapshot) => LibraryConversation.restore(setUp(), readSnapshot(snapshot)),
    ask: (question, settings) => startConversation().ask(question, settings),
    knowledge,
    knowledgeBaseId: KNOWLEDGE_BASE_ID,
    async close() {
      if (running.isClosed) return;
      await running.close();
      await knowledge.close();
      await database.close();
      await embedder?.close?.();
    },
  };
}

/** Null: the built-in one. */
function modelOf({ model, tools = [] }: OpenLibraryOptions): ReturnType<typeof usableModel> | null {
  if (model) return usableModel(model);
  if (tools.length > 0)
    throw new LibraryError(
      'tools_without_model',
      'The built-in model does not call your tools. Pass a `model` as well, or leave out `tools`.',
    );
  return null;
}

async function embedderOf(wanted: OpenLibraryOptions['embedder']): Promise<Embedder | null> {
  if (typeof wanted === 'string' && wanted !== 'local')
    throw new LibraryError(
      'unknown_embedder',
      `There is no embedder "${String(wanted)}". Use 'local', an embedder of your own, or null to search by words alone.`,
    );
  if (wanted !== undefined && wanted !== 'local') return wanted;
  try {
    return await openLocalEmbedder();
  } catch (error) {
    if (error instanceof EmbedderUnavailable) return null;
    throw error;
  }
}

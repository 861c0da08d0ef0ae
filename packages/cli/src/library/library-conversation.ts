import {
  listSources,
  MemoryDescriptorStore,
  packagedSystemPrompt,
  QuotaExceeded,
  runTurn,
  SourceLedger,
  systemClock,
  turnTranscript,
} from '@ibid/core/internal';
import type {
  Citation,
  CitedSource,
  ContextSettings,
  DescriptorSettings,
  DescriptorSnapshot,
  ModelProfile,
  PacketListener,
  PastTurn,
  ReadSource,
  RunTurnOptions,
  Source,
  SourceLedgerSnapshot,
  Tool,
  TurnHandle,
  TurnResult,
  UserMessage,
} from '@ibid/core/internal';
import { newId } from '@ibid/store/internal';
import { AnswerFailed } from './answer-failed.js';
import { LibraryError } from './library-error.js';
import { SNAPSHOT_VERSION } from './read-snapshot.js';
import type { RunningTurns } from './running-turns.js';

/** The setup of a conversation. */
export interface LibraryConversationSetUp {
  conversationId: string;
  model: RunTurnOptions['model'];
  retry?: RunTurnOptions['retry'];
  profile: ModelProfile;
  settings: ContextSettings;
  descriptors: Partial<DescriptorSettings> & { enabled?: boolean };
  tools: (conversationId: string) => Promise<Tool[]>;
  /** A new one for each turn. */
  readSource: () => ReadSource;
  /** The packaged prompt when absent; null: none. */
  systemPrompt?: string | null;
  running: RunningTurns;
  /** Of every answer. */
  note: string | null;
}

/**
 * An answer with its checked citations and both lists of sources.
 *
 * ```ts
 * import type { LibraryAnswer } from 'ibid';
 *
 * const shown = ({ text, cited }: LibraryAnswer) => `${text}\n\n${cited.map(({ title }) => title).join('\n')}`;
 * ```
 */
export interface LibraryAnswer {
  /** With its markers, e.g. `High water is at noon [1].` */
  text: string;
  citations: readonly Citation[];
  /** Sources cited by the answer, in order of first mention, each with its citations. */
  cited: readonly CitedSource[];
  /** Found but not cited, best first. */
  retrieved: readonly Source[];
  /** What a developer should know about the answer, e.g. that it only quotes; null if nothing. Not part of `text`. */
  note: string | null;
  /** Everything else: steps, context reports, usage, warnings. */
  result: TurnResult;
}

/**
 * A conversation as JSON, to store between two runs of a program.
 *
 * ```ts
 * import type { ConversationSnapshot, Library } from 'ibid';
 *
 * const goOn = (library: Library, stored: string) =>
 *   library.restoreConversation(JSON.parse(stored) as ConversationSnapshot);
 * ```
 */
export interface ConversationSnapshot {
  /** Of this format. */
  version: number;
  conversationId: string;
  turns: readonly PastTurn[];
  ledger: SourceLedgerSnapshot;
  descriptors: DescriptorSnapshot;
}

interface AskOptions {
  onPacket?: PacketListener;
  signal?: AbortSignal;
}

interface ConversationState {
  pastTurns: readonly PastTurn[];
  ledger: SourceLedgerSnapshot;
  descriptors: MemoryDescriptorStore;
}

/**
 * A conversation in memory. Source numbers, history and descriptors persist across turns and forks.
 *
 * ```ts
 * import { openLibrary, type LibraryConversation } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * const conversation: LibraryConversation = library.startConversation();
 * await conversation.ask('Who approved the budget?');
 * const other = conversation.fork();
 * console.log(other.turns.length); // 1
 * await library.close();
 * ```
 */
export class LibraryConversation {
  readonly #setUp: LibraryConversationSetUp;
  readonly #state: ConversationState;
  /** The end of the turn that was started last. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(setUp: LibraryConversationSetUp, state?: ConversationState) {
    this.#setUp = setUp;
    this.#state = state ?? {
      pastTurns: [],
      ledger: { sources: [] },
      descriptors: new MemoryDescriptorStore(descriptorOptions(setUp)),
    };
  }

  /** Restores a conversation from its `snapshot`. */
  static restore(setUp: LibraryConversationSetUp, snapshot: ConversationSnapshot): LibraryConversation {
    return new LibraryConversation(
      { ...setUp, conversationId: snapshot.conversationId },
      {
        pastTurns: snapshot.turns,
        ledger: snapshot.ledger,
        descriptors: MemoryDescriptorStore.restore(snapshot.descriptors, descriptorOptions(setUp)),
      },
    );
  }

  /** The whole conversation, for `library.restoreConversation`. */
  snapshot(): ConversationSnapshot {
    const { pastTurns, ledger, descriptors } = this.#state;
    const { conversationId } = this.#setUp;
    return {
      version: SNAPSHOT_VERSION,
      conversationId,
      turns: pastTurns,
      ledger,
      descriptors: descriptors.snapshot(),
    };
  }

  /** Past turns, oldest first. */
  get turns(): readonly PastTurn[] {
    return this.#state.pastTurns;
  }

  /** Every source shown so far; a source keeps its number. */
  get sources(): readonly Source[] {
    return this.#state.ledger.sources;
  }

  /** A new conversation that starts with a copy of this one; afterwards the two are independent. */
  fork(): LibraryConversation {
    return new LibraryConversation(
      { ...this.#setUp, conversationId: newId() },
      { ...this.#state, descriptors: this.#state.descriptors.fork() },
    );
  }

  /**
   * Asks after the turns before it have ended, however many are asked at once. Throws `AnswerFailed` if the turn failed;
   * a stopped turn returns what there is of it. A tool that wants to ask asks a `fork()`: the turn that called it waits
   * for the tool.
   */
  async ask(question: string, options: AskOptions = {}): Promise<LibraryAnswer> {
    return this.#answerOf(await this.start(question, options), options.signal);
  }

  /** Asks the last question again. The new turn takes the place of the last one, which failed or was stopped. */
  async retry(options: AskOptions = {}): Promise<LibraryAnswer> {
    const handle = await this.#inTurn(() => {
      const past = this.#state.pastTurns;
      const last = past.at(-1);
      if (!last)
        throw new LibraryError('nothing_to_retry', 'Nothing was asked yet in this conversation. Use `ask`.');
      return this.#begin(last.user.text, past.slice(0, -1), options);
    });
    return this.#answerOf(handle, options.signal);
  }

  async #answerOf(
    { result: pending, stop, cause }: TurnHandle,
    signal?: AbortSignal,
  ): Promise<LibraryAnswer> {
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const result = await pending;
    signal?.removeEventListener('abort', stop);
    const ledger = new SourceLedger(result.ledger);
    const chunks = result.steps.flatMap(({ calls }) => calls.flatMap(({ outcome }) => outcome?.chunks ?? []));
    const lists = listSources({
      citations: result.citations,
      chunks,
      sourceByItem: (itemId) => ledger.byItem(itemId),
    });
    const answer = {
      text: result.shownAnswer,
      citations: result.citations,
      ...lists,
      note: this.#setUp.note,
      result,
    };
    if (result.error) throw new AnswerFailed(answer, result.error, cause());
    return answer;
  }

  /** Starts a turn once the one before has ended: packets as they are made, stopping, and the result. */
  start(question: string, options: { onPacket?: PacketListener } = {}): Promise<TurnHandle> {
    return this.#inTurn(() => this.#begin(question, this.#state.pastTurns, options));
  }

  /** A turn reads the answers before it, so it cannot begin earlier. */
  #inTurn(begin: () => Promise<TurnHandle>): Promise<TurnHandle> {
    const started = this.#last.then(begin);
    this.#last = started.then(({ result }) => result).catch(() => {});
    return started;
  }

  async #begin(
    question: string,
    pastTurns: readonly PastTurn[],
    options: { onPacket?: PacketListener },
  ): Promise<TurnHandle> {
    this.#setUp.running.assertOpen();
    const { conversationId, model, profile, settings, systemPrompt, retry } = this.#setUp;
    const { enabled = true, ...descriptorSettings } = this.#setUp.descriptors;
    const user: UserMessage = {
      role: 'user',
      id: newId(),
      text: question,
      files: [],
      images: [],
      createdAt: new Date().toISOString(),
    };
    const assistantMessageId = newId();
    const turnId = newId();
    const handle = runTurn({
      conversationId,
      turnId,
      assistantMessageId,
      user,
      model,
      context: {
        model: profile,
        settings,
        systemPrompt: systemPrompt === undefined ? packagedSystemPrompt() : systemPrompt,
        agent: null,
        project: null,
        pastTurns,
        summary: null,
        descriptorsEnabled: enabled,
        descriptorSettings,
        userReminder: null,
        timeZone: 'UTC',
      },
      ledger: this.#state.ledger,
      tools: await this.#setUp.tools(conversationId),
      descriptors: this.#state.descriptors,
      readSource: this.#setUp.readSource(),
      ...(retry ? { retry } : {}),
      clock: systemClock,
      newId,
      ...(options.onPacket ? { onPacket: options.onPacket } : {}),
    });
    const kept = handle.result.then(async (result) => {
      const { steps, answer, status } = result;
      const createdAt = new Date().toISOString();
      const assistant = {
        role: 'assistant',
        id: assistantMessageId,
        turnId,
        steps,
        answer,
        status,
        createdAt,
        ...(enabled ? await this.#describe(turnId, assistantMessageId, question, result) : {}),
      } as const;
      this.#state.pastTurns = [...pastTurns, { user, assistant }];
      this.#state.ledger = result.ledger;
      return result;
    });
    const running = { ...handle, result: kept };
    this.#setUp.running.add(running);
    return running;
  }

  /**
   * Creates a descriptor however the turn ended, so it stays readable once it no longer fits. Skipped if the quota is
   * used up.
   */
  async #describe(
    turnId: string,
    messageId: string,
    question: string,
    result: TurnResult,
  ): Promise<{ descriptor?: string }> {
    const content = turnTranscript({ question, steps: result.steps, answer: result.answer });
    try {
      const origin = { kind: 'turn', turnId } as const;
      return { descriptor: (await this.#state.descriptors.create({ content, origin, messageId })).name };
    } catch (error) {
      if (error instanceof QuotaExceeded) return {};
      throw error;
    }
  }
}

function descriptorOptions({ descriptors: { quotaBytes } }: LibraryConversationSetUp) {
  return { now: () => new Date().toISOString(), ...(quotaBytes === undefined ? {} : { quotaBytes }) };
}

import { descriptorSettingsFor, type DescriptorSettings } from '../descriptors/descriptor-settings.js';
import { needsDescriptor } from '../descriptors/needs-descriptor.js';
import type { ToolCallRecord } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { type Block, blockOf, CALL_OVERHEAD, emptyBlock, joinBlocks, MESSAGE_OVERHEAD } from './block.js';
import { bringBack, type BroughtBack } from './bring-back.js';
import type { StepContext } from './context-input.js';
import type { CurrentTurnState, RenderedCurrentTurn } from './current-turn-state.js';
import type { RenderMemory } from './render-cache.js';
import { renderCall, type RenderedCall } from './render-call.js';
import { documentJson, DOCUMENTS_START, joinDocuments } from './render-documents.js';
import { type ListedFile, listFiles, renderFile, type ShownLevel } from './render-files.js';
import { placeholderTokens } from './render-past-turn.js';
import { renderSteps } from './render-steps.js';
import { type RenderedResult, renderToolResult, type ResultLevel } from './render-tool-result.js';
import { renderUserMessage } from './render-user-message.js';
import { type CallInContext, viewCalls } from './view-calls.js';

interface RenderedFile {
  json: string;
  tokens: number;
  shown: RetrievedChunk | null;
}

/** Tokens around one document where documents are joined. */
const DOCUMENT_FRAME = 2;

/** The current message with its files and this turn's calls, which can be shown whole or reduced (CTX-11). */
export class CurrentTurn {
  readonly views: CallInContext[];
  readonly settings: DescriptorSettings;
  readonly listedFiles: readonly ListedFile[];
  readonly #input: StepContext;
  readonly #ledger: SourceLedgerSnapshot;
  readonly #count: (text: string) => number;
  readonly #memory: RenderMemory;
  readonly #resultTokens = new Map<string, number>();
  readonly #stepTokens = new Map<string, number>();
  #start: CurrentTurnState | undefined;
  #whole: RenderedCurrentTurn | undefined;
  #earlier: BroughtBack | undefined;

  constructor(options: {
    input: StepContext;
    ledger: SourceLedgerSnapshot;
    count: (text: string) => number;
    memory: RenderMemory;
  }) {
    this.#input = options.input;
    this.#ledger = options.ledger;
    this.#count = options.count;
    this.#memory = options.memory;
    // Each memory belongs to one set of settings and one window.
    this.settings = options.memory.rememberLast('descriptor-settings', options.memory, '', () =>
      descriptorSettingsFor({
        settings: options.input.descriptorSettings,
        window: options.input.model.contextWindow,
      }),
    );
    this.views = viewCalls({ steps: options.input.current.steps, ledger: options.ledger });
    this.listedFiles = listFiles(options.input.current.user.files, options.ledger);
  }

  /** FD-1: input over its threshold starts as a preview with a handle. */
  get start(): CurrentTurnState {
    this.#start ??= {
      kept: this.views.map((view) => view.fresh.length),
      levels: this.views.map(() => 'full'),
      shortCalls: new Set(),
      droppedSteps: 0,
      files: new Map(),
      markedImages: new Set(),
      user: this.userHandle !== null && this.#isLong() ? 'preview' : 'full',
      withEarlier: true,
      briefList: false,
    };
    return this.#start;
  }

  #isLong(): boolean {
    const { text } = this.#input.current.user;
    return needsDescriptor({ text, kind: 'user-input', settings: this.settings, countTokens: this.#count });
  }

  /** Handle of the whole text of the message. */
  get userHandle(): string | null {
    return this.#input.descriptorsEnabled ? (this.#input.current.user.descriptor ?? null) : null;
  }

  /** The turn before anything is reduced. */
  get whole(): RenderedCurrentTurn {
    this.#whole ??= this.render(this.start);
    return this.#whole;
  }

  render(state: CurrentTurnState): RenderedCurrentTurn {
    const attached = this.files(state.files);
    const earlier = state.withEarlier ? this.earlier : null;
    const files = earlier?.shown.length ? joinBlocks([earlier.block, attached.block]) : attached.block;
    const user = this.user(state.user, state.markedImages);
    const results = this.views.map((view, index) =>
      this.result(view, state.kept[index] ?? 0, state.levels[index] ?? 'full'),
    );
    const steps = renderSteps({
      steps: this.#input.current.steps,
      results,
      dropped: state.droppedSteps,
      renderCall: (call, place) => this.#call(call, state.shortCalls.has(place)),
      count: this.#count,
    });
    const seen = results.filter(
      (_, index) => (this.views[index] as CallInContext).step >= state.droppedSteps,
    );
    return {
      files,
      user,
      steps,
      tokens: files.tokens + user.tokens + steps.tokens,
      shown: [...(earlier?.shown ?? []), ...attached.shown, ...seen.flatMap((result) => result.shown)],
      results,
    };
  }

  /** Passages of earlier turns that the current message names. */
  get earlier(): BroughtBack {
    this.#earlier ??= bringBack({
      input: this.#input,
      ledger: this.#ledger,
      count: this.#count,
      memory: this.#memory,
    });
    return this.#earlier;
  }

  /** Tokens of a state. Renders only what differs from the states asked for before. */
  tokensOf(state: CurrentTurnState): number {
    const files = this.files(state.files).block.tokens;
    const earlier = state.withEarlier ? this.earlier.block.tokens : 0;
    const around = earlier + files + this.user(state.user, state.markedImages).tokens;
    return around + this.#callTokens(state) + this.#resultsTokens(state);
  }

  /**
   * Tokens with everything reduced to its handle where possible, as fitting could do to make room for one more result.
   */
  get leastTokens(): number {
    const handles = new Map(this.listedFiles.map(({ file }) => [file.fileId, 'handle' as const]));
    const { user, markedImages } = this.start;
    let tokens = this.files(handles).block.tokens + this.user(user, markedImages).tokens;
    for (const { call } of this.views)
      tokens += CALL_OVERHEAD + placeholderTokens(call, this.#input.descriptorsEnabled, this.#count);
    return tokens + this.#callTokens(this.start);
  }

  /** Tokens of calls, narration and reasoning, without results. */
  #callTokens(state: CurrentTurnState): number {
    const key = `${state.droppedSteps} ${[...state.shortCalls].join(',')}`;
    let known = this.#stepTokens.get(key);
    if (known === undefined) {
      const isWhole = state.droppedSteps === 0 && state.shortCalls.size === 0;
      const of = isWhole ? this.start : state;
      known = (isWhole ? this.whole : this.render(state)).steps.tokens - this.#resultsTokens(of);
      this.#stepTokens.set(key, known);
    }
    return known;
  }

  #resultsTokens(state: CurrentTurnState): number {
    let tokens = 0;
    for (const [index, view] of this.views.entries()) {
      if (view.step < state.droppedSteps) continue;
      tokens += this.resultTokens(index, state.kept[index] ?? 0, state.levels[index] ?? 'full');
    }
    return tokens;
  }

  argumentTokens(call: number, short: boolean): number {
    return this.#call((this.views[call] as CallInContext).call, short).part.tokens;
  }

  #call(call: ToolCallRecord, short: boolean): RenderedCall {
    return this.#memory.remember(short ? 'short-call' : 'call', call, `${call.callId} ${call.toolName}`, () =>
      renderCall({ call, short, reason: 'call of this turn', count: this.#count }),
    );
  }

  resultTokens(call: number, kept: number, level: ResultLevel): number {
    const key = `${call} ${kept} ${level}`;
    let known = this.#resultTokens.get(key);
    if (known === undefined) {
      known = this.#count(this.result(this.views[call] as CallInContext, kept, level).text) + CALL_OVERHEAD;
      this.#resultTokens.set(key, known);
    }
    return known;
  }

  result(view: CallInContext, kept: number, level: ResultLevel): RenderedResult {
    const { descriptorsEnabled } = this.#input;
    const make = () =>
      renderToolResult({
        view,
        kept,
        level,
        descriptorsEnabled,
        settings: this.settings,
        count: this.#count,
      });
    const outcome = view.call.outcome;
    if (!outcome) return make();
    const { toolName, descriptor } = view.call;
    let key = `${toolName}|${descriptor ?? ''}`;
    if (level !== 'bare') {
      const ids = view.fresh.map(({ number, chunk }) => `${number}:${chunk.chunkId}`).join(',');
      key = `${key}|${kept}|${view.repeated.join('.')}|${ids}`;
    }
    return this.#memory.remember(`result-${level}`, outcome, key, make);
  }

  user(level: ShownLevel, markedImages: ReadonlySet<string>): Block {
    const { user } = this.#input.current;
    const key = `${level}|${this.userHandle ?? ''}|${[...markedImages].join(',')}`;
    return this.#memory.remember(`user-${level}`, user, key, () =>
      renderUserMessage({
        message: user,
        vision: this.#input.model.vision,
        level,
        markedImages,
        handle: this.userHandle,
        previewTokens: this.settings.previewTokens,
        pageCharacters: this.settings.pageCharacters,
        reason: 'current message',
        count: this.#count,
      }),
    );
  }

  files(levels: ReadonlyMap<string, ShownLevel>): { block: Block; shown: [number, RetrievedChunk][] } {
    if (this.listedFiles.length === 0) return { block: emptyBlock, shown: [] };
    const rendered = this.listedFiles.map((listed) =>
      this.file(listed, levels.get(listed.file.fileId) ?? 'full'),
    );
    const text = joinDocuments(rendered.map((one) => one.json));
    // Counted per document. Counting the joined text would count a whole window again for each document that is paged
    // out.
    const tokens = rendered.reduce(
      (sum, one) => sum + one.tokens + DOCUMENT_FRAME,
      this.#count(DOCUMENTS_START) + DOCUMENT_FRAME + MESSAGE_OVERHEAD,
    );
    const part = {
      kind: 'files',
      tokens,
      origin: this.listedFiles.map(({ file }) => file.name).join(', '),
      reason: 'attached to the current message',
      text,
    } as const;
    const shown = rendered.flatMap((one, index): [number, RetrievedChunk][] =>
      one.shown ? [[(this.listedFiles[index] as ListedFile).number, one.shown]] : [],
    );
    return { block: blockOf([{ role: 'user', content: [{ type: 'text', text }] }], [part]), shown };
  }

  file(listed: ListedFile, level: ShownLevel): RenderedFile {
    const { file, number, sameAs } = listed;
    const key = `${number}|${sameAs ?? ''}|${level}|${file.descriptor ?? ''}`;
    return this.#memory.remember(`file-${level}`, file, key, () => {
      const { document, shown } = renderFile(listed, level, {
        previewTokens: this.settings.previewTokens,
        descriptorsEnabled: this.#input.descriptorsEnabled,
        count: this.#count,
      });
      const json = documentJson(document);
      return { json, tokens: this.#count(json), shown };
    });
  }
}

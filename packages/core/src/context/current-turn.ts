import { defaultDescriptorSettings, type DescriptorSettings } from '../descriptors/descriptor-settings.js';
import { needsDescriptor } from '../descriptors/needs-descriptor.js';
import type { RetrievedChunk } from '../references/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../references/source.js';
import { type Block, CALL_OVERHEAD, emptyBlock, joinBlocks, textBlock } from './block.js';
import { bringBack, type BroughtBack } from './bring-back.js';
import type { ContextInput } from './context-input.js';
import { memoByObject } from './memo-by-object.js';
import { numbersOfFiles } from './number-sources.js';
import { renderDocumentsMessage } from './render-documents.js';
import { renderFiles } from './render-files.js';
import { renderSteps } from './render-steps.js';
import { type RenderedResult, renderToolResult, type ResultLevel } from './render-tool-result.js';
import { renderUserMessage } from './render-user-message.js';
import { type CallView, viewCalls } from './view-calls.js';

/** How much of the current turn is shown. At first everything; each reduction takes one thing away. */
export interface CurrentTurnState {
  /** By call: how many of its fresh passages. */
  kept: number[];
  levels: ResultLevel[];
  pagedFiles: ReadonlySet<string>;
  userPaged: boolean;
  /** Whether passages of sources named again are there. */
  withEarlier: boolean;
}

export interface RenderedCurrentTurn {
  /** Passages of sources named again, then the files of the message. */
  files: Block;
  user: Block;
  steps: Block;
  tokens: number;
  shown: [number, RetrievedChunk][];
  results: RenderedResult[];
}

const fileMemo = memoByObject<{ block: Block; shown: [number, RetrievedChunk][] }>();
const userMemo = memoByObject<Block>();
const resultMemo = memoByObject<RenderedResult>();

/** The current message with its files and this turn's calls, which can be shown whole or reduced (CTX-11). */
export class CurrentTurn {
  readonly views: CallView[];
  readonly settings: DescriptorSettings;
  readonly #input: ContextInput;
  readonly #ledger: SourceLedgerSnapshot;
  readonly #count: (text: string) => number;
  readonly #resultTokens = new Map<string, number>();
  #callTokens: number | undefined;
  #earlier: BroughtBack | undefined;

  constructor(options: {
    input: ContextInput;
    ledger: SourceLedgerSnapshot;
    count: (text: string) => number;
  }) {
    this.#input = options.input;
    this.#ledger = options.ledger;
    this.#count = options.count;
    this.settings = options.input.descriptorSettings ?? defaultDescriptorSettings;
    this.views = viewCalls({ steps: options.input.current.steps, ledger: options.ledger });
  }

  /** FD-1: input over its threshold is a preview and a handle from the start. */
  startState(): CurrentTurnState {
    const { user } = this.#input.current;
    const long = needsDescriptor({ text: user.text, kind: 'user-input', settings: this.settings });
    return {
      kept: this.views.map((view) => view.fresh.length),
      levels: this.views.map(() => 'full'),
      pagedFiles: new Set(),
      userPaged: long && this.canPageUser(),
      withEarlier: true,
    };
  }

  canPageUser(): boolean {
    return this.#input.descriptorsEnabled && this.#input.current.user.descriptor !== undefined;
  }

  render(state: CurrentTurnState): RenderedCurrentTurn {
    const attached = this.files(state.pagedFiles);
    const earlier = state.withEarlier ? this.earlier : null;
    const files = earlier?.shown.length ? joinBlocks([earlier.block, attached.block]) : attached.block;
    const user = this.user(state.userPaged);
    const results = this.views.map((view, index) =>
      this.result(view, state.kept[index] ?? 0, state.levels[index] ?? 'full'),
    );
    const steps = renderSteps({
      steps: this.#input.current.steps,
      views: this.views,
      results,
      count: this.#count,
    });
    return {
      files,
      user,
      steps,
      tokens: files.tokens + user.tokens + steps.tokens,
      shown: [...(earlier?.shown ?? []), ...attached.shown, ...results.flatMap((result) => result.shown)],
      results,
    };
  }

  /** Passages of earlier turns that the current message asks for. */
  get earlier(): BroughtBack {
    this.#earlier ??= bringBack({ input: this.#input, ledger: this.#ledger, count: this.#count });
    return this.#earlier;
  }

  /** What a state costs, without rendering more than the results that differ from those asked for before. */
  tokensOf(state: CurrentTurnState): number {
    this.#callTokens ??= this.render(this.startState()).steps.tokens - this.#resultsTokens(this.startState());
    const files = this.files(state.pagedFiles).block.tokens;
    const earlier = state.withEarlier ? this.earlier.block.tokens : 0;
    const around = earlier + files + this.user(state.userPaged).tokens;
    return around + this.#callTokens + this.#resultsTokens(state);
  }

  #resultsTokens(state: CurrentTurnState): number {
    let tokens = 0;
    for (const [index, view] of this.views.entries()) {
      const kept = state.kept[index] ?? 0;
      const level = state.levels[index] ?? 'full';
      const key = `${index} ${kept} ${level}`;
      let known = this.#resultTokens.get(key);
      if (known === undefined) {
        known = this.#count(this.result(view, kept, level).text) + CALL_OVERHEAD;
        this.#resultTokens.set(key, known);
      }
      tokens += known;
    }
    return tokens;
  }

  result(view: CallView, kept: number, level: ResultLevel): RenderedResult {
    const make = () =>
      renderToolResult({
        view,
        kept,
        level,
        descriptorsEnabled: this.#input.descriptorsEnabled,
        settings: this.settings,
      });
    const outcome = view.call.outcome;
    if (!outcome) return make();
    const ids = view.fresh.map(({ number, chunk }) => `${number}:${chunk.chunkId}`).join(',');
    const key = [
      this.#input.descriptorsEnabled,
      this.settings.toolResultCharacters,
      view.call.descriptor ?? '',
      kept,
      level,
      view.repeated.join('.'),
      ids,
    ].join('|');
    return resultMemo(outcome, key, make);
  }

  user(paged: boolean): Block {
    const { user } = this.#input.current;
    const { model } = this.#input;
    const key = `${model.tokenizer}|${model.vision}|${paged}|${this.settings.previewCharacters}|${user.descriptor ?? ''}`;
    return userMemo(user, key, () =>
      renderUserMessage({
        message: user,
        vision: model.vision,
        paged,
        previewCharacters: this.settings.previewCharacters,
        reason: 'current message',
        count: this.#count,
      }),
    );
  }

  files(paged: ReadonlySet<string>): { block: Block; shown: [number, RetrievedChunk][] } {
    const { files } = this.#input.current.user;
    if (files.length === 0) return { block: emptyBlock, shown: [] };
    const make = () => {
      const rendered = renderFiles({
        files,
        ledger: this.#ledger,
        paged,
        previewCharacters: this.settings.previewCharacters,
        descriptorsEnabled: this.#input.descriptorsEnabled,
      });
      const block = textBlock({
        role: 'user',
        part: {
          kind: 'files',
          origin: files.map((file) => file.name).join(', '),
          reason: 'attached to the current message',
          text: renderDocumentsMessage(rendered.documents),
        },
        count: this.#count,
      });
      return { block, shown: rendered.shown };
    };
    const numbers = numbersOfFiles(files, this.#ledger);
    const key = [
      this.#input.model.tokenizer,
      this.#input.descriptorsEnabled,
      this.settings.previewCharacters,
      [...paged].join(','),
      numbers,
    ].join('|');
    return fileMemo(files, key, make);
  }
}

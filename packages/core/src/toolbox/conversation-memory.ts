import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { numberSources } from '../context/number-sources.js';
import { type RenderedResult, renderToolResult } from '../context/render-tool-result.js';
import { type CallInContext, viewCalls } from '../context/view-calls.js';
import { descriptorSettingsFor, type DescriptorSettings } from '../descriptors/descriptor-settings.js';
import { needsDescriptor } from '../descriptors/needs-descriptor.js';
import type { DescriptorOrigin, DescriptorStore } from '../descriptors/descriptor-store.js';
import type { ToolCallRecord } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Source, SourceLedgerSnapshot } from '../sources/source.js';
import { countTokens } from '../tokens/count-tokens.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';
import { wholeResult } from '../turn/whole-result.js';

interface ShownCall {
  callId: string;
  toolName: string;
  outcome: ToolOutcome;
}

/** A result as passages, best first; fitting may leave out the last ones. */
export interface ShownPassages {
  /** Everything the call returned, as stored in its descriptor. */
  whole: string;
  descriptor: string | null;
  passages: readonly string[];
  render: (kept: number) => string;
}

/** State shared by the parts of one conversation: source numbers, what was shown of each source, and handles. */
export class ConversationMemory {
  readonly descriptors: DescriptorStore | null;
  readonly settings: DescriptorSettings;
  /** Names of tools whose results carry sources. */
  readonly searchTools = new Set<string>();
  readonly shownChunks = new Map<number, RetrievedChunk[]>();
  readonly #passageTokens: number;
  #ledger: SourceLedgerSnapshot;
  readonly #outputs = new Map<string, Promise<LanguageModelV4ToolResultOutput>>();
  readonly #handles = new Map<string, string>();
  readonly #results = new Map<string, { view: CallInContext; whole: string }>();

  constructor(options: {
    ledger: SourceLedgerSnapshot;
    descriptors: DescriptorStore | null;
    settings?: Partial<DescriptorSettings>;
    /** Window of the model, if known. */
    window?: number;
    /** The most tokens of passages that one result shows, for callers without later fitting. */
    passageTokens?: number;
  }) {
    this.#ledger = options.ledger;
    this.descriptors = options.descriptors;
    this.settings = descriptorSettingsFor(options);
    this.#passageTokens = options.passageTokens ?? Infinity;
  }

  get ledger(): SourceLedgerSnapshot {
    return this.#ledger;
  }

  sourceByNumber = (number: number): Source | undefined => this.#ledger.sources[number - 1];

  /**
   * What the model reads of a result: numbered documents, or the text, as a preview with a handle if it is long. Each
   * result is processed once, however often the history is converted. Ids alone do not identify it, because providers
   * repeat them.
   */
  show(call: ShownCall): Promise<LanguageModelV4ToolResultOutput> {
    const chunks = Array.isArray(call.outcome.chunks) ? call.outcome.chunks : [];
    this.#ledger = numberSources({ ledger: this.#ledger, chunks });
    const whole = wholeResult(call.outcome, this.#ledger);
    const key = JSON.stringify([call.callId, call.toolName, whole]);
    const known = this.#outputs.get(key);
    if (known) return known;
    const made = this.#show(call, whole);
    this.#outputs.set(key, made);
    return made;
  }

  /** FD-1: whether a text is too long to be shown whole. */
  isLong(text: string): boolean {
    return needsDescriptor({ text, kind: 'tool-result', settings: this.settings });
  }

  /** The handle of a text, stored once. Null: there is no store. */
  async handleOf(content: string, origin: DescriptorOrigin): Promise<string | null> {
    const known = this.#handles.get(content);
    if (known !== undefined || !this.descriptors) return known ?? null;
    const { name } = await this.descriptors.create({ content, origin });
    this.#handles.set(content, name);
    return name;
  }

  /**
   * The passages of a result that was shown as `text`. Null: it was not shown here, or nothing in it could be left out.
   */
  async passagesOf(callId: string, text: string): Promise<ShownPassages | null> {
    const result = this.#results.get(JSON.stringify([callId, text]));
    if (!result || result.view.fresh.length < 2) return null;
    const { whole } = result;
    const { toolName } = result.view.call;
    const descriptor = await this.handleOf(whole, { kind: 'tool-result', callId, toolName });
    const call = { ...result.view.call, ...(descriptor === null ? {} : { descriptor }) };
    return {
      whole,
      descriptor,
      passages: result.view.fresh.map(({ chunk }) => chunk.text ?? ''),
      render: (kept) => this.#render({ ...result.view, call }, kept).text,
    };
  }

  #render(view: CallInContext, kept: number): RenderedResult {
    const { settings } = this;
    return renderToolResult({
      view,
      kept,
      level: 'full',
      descriptorsEnabled: this.descriptors !== null,
      settings,
      count: countTokens,
    });
  }

  /** How many passages, best first, one result may show; at least one. */
  #within(view: CallInContext): number {
    let room = this.#passageTokens;
    for (const [rank, { chunk }] of view.fresh.entries()) {
      room -= countTokens(chunk.text ?? '');
      if (room < 0 && rank > 0) return rank;
    }
    return view.fresh.length;
  }

  async #show(
    { callId, toolName, outcome }: ShownCall,
    whole: string,
  ): Promise<LanguageModelV4ToolResultOutput> {
    const isLong = !outcome.isDescriptorPage && this.isLong(whole);
    const handle = isLong ? await this.handleOf(whole, { kind: 'tool-result', callId, toolName }) : null;
    const record: ToolCallRecord = {
      callId,
      toolName,
      input: null,
      outcome,
      ...(handle === null ? {} : { descriptor: handle }),
    };
    const [view] = viewCalls({
      steps: [{ reasoning: '', narration: '', calls: [record] }],
      ledger: this.#ledger,
    });
    if (!view) return { type: 'text', value: whole };
    const rendered = this.#render(view, this.#within(view));
    this.#results.set(JSON.stringify([callId, rendered.text]), { view, whole });
    for (const [number, chunk] of rendered.shown) {
      const shown = this.shownChunks.get(number);
      if (shown) shown.push(chunk);
      else this.shownChunks.set(number, [chunk]);
    }
    return { type: outcome.isError ? 'error-text' : 'text', value: rendered.text };
  }
}

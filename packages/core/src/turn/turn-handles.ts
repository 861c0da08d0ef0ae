import type { ContextReport } from '../context/context-report.js';
import { descriptorSettingsFor } from '../descriptors/descriptor-settings.js';
import type { DescriptorOrigin, DescriptorStore } from '../descriptors/descriptor-store.js';
import { needsDescriptor } from '../descriptors/needs-descriptor.js';
import { redactSecrets } from '../errors/redact-secrets.js';
import type { UserMessage } from '../messages/chat-message.js';
import { countTokens } from '../tokens/count-tokens.js';
import type { RunTurnOptions } from './run-turn-options.js';
import type { TurnWriter } from './turn-writer.js';

/** FD-1: creates handles for the current message and its files if the caller did not. */
export class TurnHandles {
  /** Null if the feature is off; nothing is stored then. */
  readonly store: DescriptorStore | null;
  #user: UserMessage;
  readonly #turn: RunTurnOptions;
  readonly #writer: TurnWriter;
  #isTried = false;

  constructor(options: { turn: RunTurnOptions; writer: TurnWriter }) {
    const { context, descriptors, user } = options.turn;
    this.store = context.descriptorsEnabled ? descriptors : null;
    this.#user = user;
    this.#turn = options.turn;
    this.#writer = options.writer;
  }

  /** The message of this turn, with its handles so far. */
  get user(): UserMessage {
    return this.#user;
  }

  /** Stores a message that is too long to be shown whole. */
  async describeMessage(): Promise<void> {
    for (const { code, message } of this.#turn.warnings ?? []) this.#writer.warning(code, message);
    const { model } = this.#turn.context;
    const settings = descriptorSettingsFor({
      settings: this.#turn.context.descriptorSettings ?? this.#turn.descriptorSettings,
      window: model.contextWindow,
    });
    const isLong = needsDescriptor({
      text: this.#user.text,
      kind: 'user-input',
      settings,
      countTokens: (text) => countTokens(text, model.tokenizer),
    });
    if (isLong) await this.#describeText();
  }

  /**
   * Stores what the first step left out without a handle. Returns the message with handles, or null if nothing changed.
   */
  async describe(report: ContextReport, step: number): Promise<UserMessage | null> {
    if (step > 0 || this.#isTried || !this.store) return null;
    const unkept = report.removals.filter(
      ({ action, descriptor }) => action === 'paged-out' && descriptor === null,
    );
    if (unkept.length === 0) return null;
    this.#isTried = true;
    const before = this.#user;
    if (unkept.some(({ kind }) => kind === 'user')) await this.#describeText();
    if (unkept.some(({ kind }) => kind === 'files')) await this.#describeFiles();
    return this.#user === before ? null : this.#user;
  }

  async #describeText(): Promise<void> {
    if (this.#user.descriptor !== undefined) return;
    const origin = { kind: 'user-input', messageId: this.#user.id } as const;
    const name = await this.#create('The message', this.#user.text, origin);
    if (name !== null) this.#user = { ...this.#user, descriptor: name };
  }

  async #describeFiles(): Promise<void> {
    const files = [];
    for (const file of this.#user.files) {
      const { fileId, name, text } = file;
      const origin = { kind: 'file', fileId, fileName: name } as const;
      const isMissing = file.descriptor === null && text !== null;
      files.push(
        isMissing ? { ...file, descriptor: await this.#create(`The file "${name}"`, text, origin) } : file,
      );
    }
    this.#user = { ...this.#user, files };
  }

  /** FD-7: if the quota is exceeded, the turn continues with a warning. */
  async #create(what: string, content: string, origin: DescriptorOrigin): Promise<string | null> {
    if (!this.store) return null;
    try {
      return (await this.store.create({ content, origin, messageId: this.#user.id })).name;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#writer.warning(
        'descriptor_not_stored',
        redactSecrets(`${what} could not be kept for later: ${reason}`),
      );
      return null;
    }
  }
}

import { parseWrittenCalls, type WrittenCall } from './parse-written-calls.js';

/** A call longer than this is shown as text. */
const MOST_HELD = 16_000;
const XML_OPENERS = ['<tool_call', '<function_call', '<tool_use', '<invoke', '<function='];
const START_OPENERS = ['[TOOL_CALLS]', ...XML_OPENERS];
const CALL_KEY =
  /^"(?:name|tool|tool_name|tool_call|tool_calls|function|function_call|type|action|id|arguments|parameters|input|args|action_input)"/;

/**
 * Holds back text that may be a tool call written as text, so the user does not see it flash by. All other text passes
 * at once; what is held is bounded and never lost. A call may be anywhere outside code, even after other words, as long
 * as nothing follows it. Fenced calls count only at the start of the text.
 */
export class WrittenCallGuard {
  readonly #toolNames: ReadonlySet<string>;
  readonly #show: (text: string) => void;
  readonly #shown: () => string;
  #held = '';
  #atStart = true;

  constructor(options: {
    toolNames: ReadonlySet<string>;
    show: (text: string) => void;
    /** All text that `show` was called with so far. */
    shown: () => string;
  }) {
    this.#toolNames = options.toolNames;
    this.#show = options.show;
    this.#shown = options.shown;
  }

  write(delta: string): void {
    if (this.#toolNames.size === 0) {
      this.#show(delta);
      return;
    }
    if (this.#held === '' && !this.#atStart && !OPENING.test(delta)) {
      this.#pass(delta);
      return;
    }
    this.#held += delta;
    this.#settle();
  }

  /** Shows what is held as text, e.g. because a real call came. */
  release(): void {
    const held = this.#held;
    this.#held = '';
    if (held !== '') this.#pass(held);
  }

  /** Ends the text. Returns the calls it ends with; if there are none, everything has been shown. */
  end(): WrittenCall[] {
    const calls =
      this.#held === '' ? [] : parseWrittenCalls({ text: this.#held, toolNames: this.#toolNames });
    if (calls.length === 0) this.release();
    this.#held = '';
    return calls;
  }

  #pass(text: string): void {
    if (this.#atStart && text.trim() !== '') this.#atStart = false;
    this.#show(text);
  }

  #settle(): void {
    while (this.#held !== '') {
      const from = this.#atStart ? 0 : this.#nextCandidate(0);
      if (from === 0) {
        const open = this.#atStart ? mayOpenText(this.#held) : mayOpenHere(this.#held);
        if (open && this.#held.length <= MOST_HELD) return;
      }
      const end = from === 0 ? this.#nextCandidate(1) : from;
      const text = this.#held.slice(0, end);
      this.#held = this.#held.slice(end);
      this.#pass(text);
    }
  }

  /** Where in the held text a call may begin; its length if nowhere. */
  #nextCandidate(from: number): number {
    for (let at = from; at < this.#held.length; at += 1) {
      const next = this.#held.slice(at).search(OPENING);
      if (next < 0) break;
      at += next;
      if (mayOpenHere(this.#held.slice(at)) && !this.#isInCode(at)) return at;
    }
    return this.#held.length;
  }

  #isInCode(at: number): boolean {
    const before = this.#shown() + this.#held.slice(0, at);
    if ((before.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) return true;
    const line = before.slice(before.lastIndexOf('\n') + 1);
    return (line.match(/`/g)?.length ?? 0) % 2 === 1;
  }
}

const OPENING = /[<{[]/;

/** Whether a call begins at the start of this text, or could with more text, after other words. */
function mayOpenHere(text: string): boolean {
  if (text.startsWith('<')) return mayOpen(text, XML_OPENERS);
  if (mayOpen(text, ['[TOOL_CALLS]'])) return true;
  return mayOpenJson(text) && !goesOn(text);
}

/** Whether the JSON begins as a call does. */
function mayOpenJson(text: string): boolean {
  const key = /^(?:\[\s*)?(?:\{\s*)?("[^"]*"?)?/.exec(text);
  if (!/^[[{]/.test(text) || !key) return false;
  if (key[1] === undefined) return key[0].length === text.length;
  return !key[1].endsWith('"') || key[1].length === 1 ? key[1].length < 24 : CALL_KEY.test(key[1]);
}

/** Whether something follows after the end of the JSON. It is part of an answer then. */
function goesOn(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return text.slice(at + 1).trim() !== '';
    }
  }
  return false;
}

/** Whether the text begins with one of the openers, or could with more text. */
function mayOpen(text: string, openers: readonly string[]): boolean {
  return openers.some((opener) => text.startsWith(opener) || opener.startsWith(text));
}

/** The same for a step's whole text, where JSON and a fence count too. */
function mayOpenText(held: string): boolean {
  const text = held.trimStart();
  if (text === '') return held.length < 64;
  if (mayOpen(text, START_OPENERS)) return true;
  if ('```'.startsWith(text)) return true;
  const body = text.startsWith('```') ? /^```[a-z_]*\s*([\s\S]*)$/.exec(text)?.[1] : text;
  if (body === undefined) return false;
  if (body === '') return text.length < 40;
  if (text !== body && mayOpen(body, START_OPENERS)) return true;
  return mayOpenJson(body);
}

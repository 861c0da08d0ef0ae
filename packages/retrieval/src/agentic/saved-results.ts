import type { CommandLineResult } from './shell/run-command-line.js';
import { runInThread } from './shell/run-in-thread.js';

export interface SavedResultsLimits {
  files: number;
  /** Total characters of all files. */
  characters: number;
  outputCharacters: number;
  milliseconds: number;
}

const defaultSavedResultsLimits: SavedResultsLimits = {
  files: 20,
  characters: 2_000_000,
  outputCharacters: 6_000,
  milliseconds: 5_000,
};

/**
 * The virtual file system of one run: the agent can grep search results without filling its context. Nothing is written
 * to disk.
 */
export class SavedResults {
  readonly #files = new Map<string, string>();
  readonly #limits: SavedResultsLimits;
  #characters = 0;

  constructor(limits: SavedResultsLimits = defaultSavedResultsLimits) {
    this.#limits = limits;
  }

  get names(): string[] {
    return [...this.#files.keys()];
  }

  /** Returns why the file cannot be kept, or null if it is. */
  save(name: string, content: string): string | null {
    const before = this.#files.get(name)?.length ?? 0;
    if (!this.#files.has(name) && this.#files.size >= this.#limits.files) {
      return `There are already ${this.#limits.files} files, which is the limit. Save under one of their names.`;
    }
    if (this.#characters - before + content.length > this.#limits.characters) {
      return `The files would contain more than ${this.#limits.characters} characters. Save fewer results.`;
    }
    this.#characters += content.length - before;
    this.#files.set(name, content);
    return null;
  }

  /** The output says how much was left out. */
  async run(command: string, signal: AbortSignal): Promise<CommandLineResult> {
    const { output, exitCode, omitted } = await runInThread(
      { line: command, files: this.#files, outputCharacters: this.#limits.outputCharacters },
      { milliseconds: this.#limits.milliseconds, signal },
    );
    return {
      output:
        omitted > 0 ? `${output}\n… ${omitted} more characters: narrow the command, e.g. with head` : output,
      exitCode,
      omitted,
    };
  }
}

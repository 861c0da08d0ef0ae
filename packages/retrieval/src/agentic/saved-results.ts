export interface ShellResult {
  output: string;
  exitCode: number;
  /** Characters of output that were left out; the output says so too. */
  omitted: number;
}

export interface SavedResultsLimits {
  files: number;
  /** Characters over all files. */
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

/** The virtual file system of one run: search results to grep without filling the context. Nothing of it is on disk. */
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

  /** Returns the reason when the file can't be kept, null when it is. */
  save(name: string, content: string): string | null {
    const before = this.#files.get(name)?.length ?? 0;
    if (!this.#files.has(name) && this.#files.size >= this.#limits.files) {
      return `There are ${this.#limits.files} files already, the most there may be. Save under one of their names.`;
    }
    if (this.#characters - before + content.length > this.#limits.characters) {
      return `The files would hold more than ${this.#limits.characters} characters. Save fewer results.`;
    }
    this.#characters += content.length - before;
    this.#files.set(name, content);
    return null;
  }

  async run(command: string, signal: AbortSignal): Promise<ShellResult> {
    // Loaded on first use: most runs need no shell, and it is large.
    const { Bash } = await import('just-bash');
    const files = Object.fromEntries(
      [...this.#files].map(([name, content]) => [`/results/${name}`, content]),
    );
    const shell = new Bash({
      files,
      cwd: '/results',
      executionLimits: { maxCommandCount: 500, maxLoopIterations: 2_000, maxCallDepth: 30 },
    });
    const ending = AbortSignal.any([AbortSignal.timeout(this.#limits.milliseconds), signal]);
    const result = await Promise.race([
      shell.exec(command, { signal: ending }).catch(() => null),
      new Promise<null>((resolve) => ending.addEventListener('abort', () => resolve(null), { once: true })),
    ]);
    if (result === null) {
      return {
        output: `Ended after ${this.#limits.milliseconds} ms: too much work for one command.`,
        exitCode: 124,
        omitted: 0,
      };
    }
    const whole = `${result.stdout}${result.stderr}`;
    const output = whole.slice(0, this.#limits.outputCharacters);
    const omitted = whole.length - output.length;
    return {
      output:
        omitted > 0 ? `${output}\n… ${omitted} more characters: narrow the command, e.g. with head` : output,
      exitCode: result.exitCode,
      omitted,
    };
  }
}

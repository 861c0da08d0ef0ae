import { grep } from './grep.js';
import { parseCommandLine, type ShellWord } from './parse-command-line.js';
import type { ShellCommand } from './shell-command.js';
import { ShellError } from './shell-error.js';
import { textCommands } from './text-commands.js';

const commands = new Map<string, ShellCommand>([
  ...Object.entries(textCommands),
  ['grep', grep],
  ['egrep', (input) => grep({ ...input, words: ['-E', ...input.words] })],
  ['fgrep', (input) => grep({ ...input, words: ['-F', ...input.words] })],
  ['true', () => ({ output: '', exitCode: 0 })],
]);

export interface CommandLineResult {
  output: string;
  exitCode: number;
  /** Characters of output that were left out. */
  omitted: number;
}

/** Runs a command line over files in memory. This may take long, so run it in a thread that can be terminated. */
export function runCommandLine(options: {
  line: string;
  files: ReadonlyMap<string, string>;
  outputCharacters: number;
}): CommandLineResult {
  const { files, outputCharacters } = options;
  let output = '';
  let length = 0;
  let exitCode = 0;
  const write = (text: string) => {
    output += text.slice(0, Math.max(0, outputCharacters - output.length));
    length += text.length;
  };
  try {
    for (const { when, commands: words } of parseCommandLine(options.line)) {
      if (when !== 'always' && (when === 'success') !== (exitCode === 0)) continue;
      try {
        const result = runPipeline(words, files);
        write(result.output);
        exitCode = result.exitCode;
      } catch (error) {
        if (!(error instanceof ShellError)) throw error;
        write(`${error.message}\n`);
        exitCode = error.exitCode;
      }
    }
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    write(`${error.message}\n`);
    exitCode = error.exitCode;
  }
  return { output, exitCode, omitted: length - output.length };
}

function runPipeline(
  pipeline: ShellWord[][],
  files: ReadonlyMap<string, string>,
): { output: string; exitCode: number } {
  let piped: string | null = null;
  let exitCode = 0;
  for (const command of pipeline) {
    const [name = '', ...words] = command.flatMap((word) => expanded(word, files));
    const run = commands.get(name);
    if (!run)
      throw new ShellError(
        `${name}: there is no such command. There are: ${[...commands.keys()].join(', ')}.`,
        127,
      );
    const result = run({ words, piped, files });
    piped = result.output;
    exitCode = result.exitCode;
  }
  return { output: piped ?? '', exitCode };
}

/** Expands `*.txt` to the matching files. Like in a shell, a pattern without matches stays as it is. */
function expanded(word: ShellWord, files: ReadonlyMap<string, string>): string[] {
  if (!word.isPattern) return [word.text];
  const glob = word.text.replace(/^(?:\/results\/|\.\/)/, '');
  const fitting = [...files.keys()].filter((name) => fits(glob, name));
  return fitting.length > 0 ? fitting.toSorted() : [word.text];
}

/** Backtracks only to the last `*`, so the work is at most the product of both lengths. */
function fits(glob: string, name: string): boolean {
  let at = 0;
  let inGlob = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    if (glob[inGlob] === '*') {
      star = inGlob;
      starAt = at;
      inGlob += 1;
    } else if (glob[inGlob] === '?' || glob[inGlob] === name[at]) {
      inGlob += 1;
      at += 1;
    } else if (star !== -1) {
      inGlob = star + 1;
      starAt += 1;
      at = starAt;
    } else return false;
  }
  return /^\**$/.test(glob.slice(inGlob));
}

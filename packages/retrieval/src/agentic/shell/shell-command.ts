import { ShellError } from './shell-error.js';

export interface CommandInput {
  words: string[];
  /** Output of the command before the pipe; null for the first command. */
  piped: string | null;
  files: ReadonlyMap<string, string>;
}

interface CommandOutput {
  output: string;
  exitCode: number;
}

export type ShellCommand = (input: CommandInput) => CommandOutput;

export interface ResultFile {
  name: string;
  text: string;
}

const FOLDER = '/results';

/** What a command reads: the named files, all files for a folder, or the piped text. */
export function textsOf(
  command: string,
  operands: readonly string[],
  input: Pick<CommandInput, 'piped' | 'files'>,
): ResultFile[] {
  if (operands.length === 0) {
    if (input.piped === null)
      throw new ShellError(`${command}: name a file. There are: ${[...input.files.keys()].join(' ')}`);
    return [{ name: '(standard input)', text: input.piped }];
  }
  return operands.flatMap((operand) => {
    if (operand === '-') return [{ name: '(standard input)', text: input.piped ?? '' }];
    if (isFolder(operand)) return [...input.files].map(([name, text]) => ({ name, text }));
    const name = operand.startsWith(`${FOLDER}/`)
      ? operand.slice(FOLDER.length + 1)
      : operand.replace(/^\.\//, '');
    const text = input.files.get(name);
    if (text === undefined) throw new ShellError(`${command}: ${operand}: there is no such file.`, 1);
    return [{ name, text }];
  });
}

export function isFolder(operand: string): boolean {
  return ['.', './', FOLDER, `${FOLDER}/`].includes(operand);
}

export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function joinedLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

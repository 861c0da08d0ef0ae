import { ShellError } from './shell-error.js';

export interface ShellWord {
  text: string;
  /** Contains an unquoted `*` or `?`. */
  isPattern: boolean;
}

/** Commands joined by pipes, and when they run: always, or only after success or failure. */
export interface Pipeline {
  when: 'always' | 'success' | 'failure';
  commands: ShellWord[][];
}

const IGNORED_REDIRECTION = /^2>(?:&1|\s*\/dev\/null)/;
const NOT_HERE = ['$(', '`', '<', '>', '&'];

/**
 * Parses words, quotes, pipes, `;`, `&&` and `||`. Other shell features (variables, loops, redirections) are refused.
 */
export function parseCommandLine(line: string): Pipeline[] {
  const pipelines: Pipeline[] = [];
  let pipeline: Pipeline = { when: 'always', commands: [[]] };
  let word: ShellWord | null = null;
  let at = 0;

  const endWord = () => {
    if (word) pipeline.commands.at(-1)?.push(word);
    word = null;
  };
  const endPipeline = (next: Pipeline['when']) => {
    endWord();
    const given = pipeline.commands.some((command) => command.length > 0);
    if (given && pipeline.commands.some((command) => command.length === 0))
      throw new ShellError('A pipe has nothing on one side.');
    if (given) pipelines.push(pipeline);
    pipeline = { when: next, commands: [[]] };
  };
  const add = (text: string, isPattern = false) => {
    word ??= { text: '', isPattern: false };
    word.text += text;
    word.isPattern ||= isPattern;
  };

  while (at < line.length) {
    const rest = line.slice(at, at + 16);
    const character = line[at] ?? '';
    const ignored = word ? null : IGNORED_REDIRECTION.exec(rest);
    if (ignored) at += ignored[0].length;
    else if (character === "'" || character === '"') {
      const quoted = readQuoted(line, at);
      add(quoted.text);
      at = quoted.end;
    } else if (character === '\\' && at + 1 < line.length) {
      add(line[at + 1] ?? '');
      at += 2;
    } else if (rest.startsWith('&&') || rest.startsWith('||')) {
      endPipeline(character === '&' ? 'success' : 'failure');
      at += 2;
    } else if (character === ';' || character === '\n') {
      endPipeline('always');
      at += 1;
    } else if (character === '|') {
      endWord();
      pipeline.commands.push([]);
      at += 1;
    } else if (/\s/.test(character)) {
      endWord();
      at += 1;
    } else if (NOT_HERE.some((sign) => rest.startsWith(sign)))
      throw new ShellError(`"${character}" is not known here: there are words, quotes, |, ;, && and ||.`);
    else {
      add(character, character === '*' || character === '?');
      at += 1;
    }
  }
  endPipeline('always');
  return pipelines;
}

/** In double quotes, a backslash escapes only `"`, `\`, `$` and a backtick; in single quotes it is literal. */
function readQuoted(line: string, start: number): { text: string; end: number } {
  const quote = line[start];
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === quote) return { text, end: at + 1 };
    if (quote === '"' && line[at] === '\\' && '"\\$`'.includes(line[at + 1] ?? ' ')) at += 1;
    text += line[at];
  }
  throw new ShellError(`A quote (${quote}) is not closed.`);
}

import type { RE2JS } from 're2js';
import { linePattern } from './line-pattern.js';
import { countOf, type CommandOptions, parseOptions } from './parse-options.js';
import { linesOf, type ResultFile, type ShellCommand, joinedLines, textsOf } from './shell-command.js';
import { ShellError } from './shell-error.js';

const KNOWN = { flags: 'ivcnolLhHrREFPGwxqsa', values: 'eABCm' };

export const grep: ShellCommand = (input) => {
  const options = parseOptions('grep', input.words, KNOWN);
  const { flags, values, operands } = options;
  const pattern = values.get('e') ?? operands.shift();
  if (pattern === undefined) throw new ShellError('grep: give a pattern.');
  const compiled = linePattern({
    patterns: [pattern],
    kind: flags.has('F') ? 'fixed' : flags.has('E') || flags.has('P') ? 'extended' : 'basic',
    ignoreCase: flags.has('i'),
    whole: flags.has('x') ? 'line' : flags.has('w') ? 'word' : null,
  });
  const recursive = flags.has('r') || flags.has('R');
  const places = operands.length === 0 && recursive && input.piped === null ? ['.'] : operands;
  const texts = textsOf('grep', places, input);
  const named = !flags.has('h') && (flags.has('H') || recursive || texts.length > 1);
  let found = false;
  const output = texts.flatMap((text) => {
    const result = grepText(text, compiled, options, named ? `${text.name}:` : '');
    found ||= result.matches > 0;
    return result.lines;
  });
  return { output: flags.has('q') ? '' : joinedLines(output), exitCode: found ? 0 : 1 };
};

function grepText(
  { name, text }: ResultFile,
  pattern: RE2JS,
  { flags, values }: CommandOptions,
  prefix: string,
): { lines: string[]; matches: number } {
  const around = countOf('grep', values.get('C'), 0);
  const before = countOf('grep', values.get('B'), around);
  const after = countOf('grep', values.get('A'), around);
  const most = countOf('grep', values.get('m'), Infinity);
  const lines = linesOf(text);
  const matching: number[] = [];
  for (let at = 0; at < lines.length && matching.length < most; at += 1)
    if (pattern.test(lines[at] ?? '') !== flags.has('v')) matching.push(at);
  const matches = matching.length;
  if (flags.has('l') || flags.has('L'))
    return { lines: matches > 0 === flags.has('l') ? [name] : [], matches };
  if (flags.has('c')) return { lines: [`${prefix}${matches}`], matches };
  const numbered = (at: number, sign: string) => (flags.has('n') ? `${at + 1}${sign}` : '');
  if (flags.has('o'))
    return {
      lines: matching.flatMap((at) =>
        partsOf(pattern, lines[at] ?? '').map((part) => `${prefix}${numbered(at, ':')}${part}`),
      ),
      matches,
    };
  const shown: string[] = [];
  let next = 0;
  for (const [index, at] of matching.entries()) {
    const from = Math.max(next, at - before);
    if (shown.length > 0 && from > next && before + after > 0) shown.push('--');
    const end = Math.min(lines.length, at + after + 1, matching[index + 1] ?? Infinity);
    for (let line = from; line < end; line += 1) {
      const sign = line === at ? ':' : '-';
      shown.push(`${prefix.replace(/:$/, sign)}${numbered(line, sign)}${lines[line]}`);
    }
    next = end;
  }
  return { lines: shown, matches };
}

function partsOf(pattern: RE2JS, line: string): string[] {
  const parts: string[] = [];
  const matcher = pattern.matcher(line);
  while (matcher.find()) {
    const part = matcher.group();
    if (part) parts.push(part);
  }
  return parts;
}

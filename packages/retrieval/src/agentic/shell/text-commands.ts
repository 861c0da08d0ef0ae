import { countOf, parseOptions } from './parse-options.js';
import { isFolder, linesOf, type ShellCommand, joinedLines, textsOf } from './shell-command.js';
import { ShellError } from './shell-error.js';

const cat: ShellCommand = (input) => {
  const { flags, operands } = parseOptions('cat', input.words, { flags: 'n' });
  const text = textsOf('cat', operands, input)
    .map((each) => each.text)
    .join('');
  if (!flags.has('n')) return done(text);
  return done(joinedLines(linesOf(text).map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)));
};

const ls: ShellCommand = ({ words, files }) => {
  const { flags, operands } = parseOptions('ls', words, { flags: 'lahR1tSr' });
  const missing = operands.find((operand) => !isFolder(operand) && !files.has(operand));
  if (missing !== undefined)
    throw new ShellError(`ls: ${missing}: there is nothing but the files in /results.`, 1);
  const names = operands.some((operand) => !isFolder(operand)) ? operands : [...files.keys()].toSorted();
  return done(
    joinedLines(names.map((name) => (flags.has('l') ? `${files.get(name)?.length ?? 0}\t${name}` : name))),
  );
};

/** `head` and `tail` differ only in which lines, or characters, they keep. */
function endOf(name: 'head' | 'tail'): ShellCommand {
  return (input) => {
    const { flags, values, operands } = parseOptions(name, input.words, {
      flags: 'qv',
      values: 'nc',
      digits: 'n',
    });
    const texts = textsOf(name, operands, input);
    const given = values.get('c') ?? values.get('n');
    const inverted = name === 'head' ? '-' : '+';
    const fromOther = given?.startsWith(inverted) ?? false;
    const count = countOf(name, given?.replace(/^[-+]/, ''), 10);
    const keep = <Sequence extends string | string[]>(all: Sequence): Sequence => {
      const slice = (start: number, end?: number) => all.slice(start, end) as Sequence;
      if (name === 'head') return fromOther ? slice(0, Math.max(0, all.length - count)) : slice(0, count);
      return fromOther ? slice(Math.max(0, count - 1)) : slice(Math.max(0, all.length - count));
    };
    const kept = texts.map(({ name: file, text }) => {
      const part = values.has('c') ? keep(text) : joinedLines(keep(linesOf(text)));
      return texts.length > 1 && !flags.has('q') ? `==> ${file} <==\n${part}\n` : part;
    });
    return done(kept.join(''));
  };
}

/** Supports only printing ranges of lines: `sed -n '3,9p'`. */
const sed: ShellCommand = (input) => {
  const { flags, operands } = parseOptions('sed', input.words, { flags: 'nE' });
  const range = /^(\d{1,9}|\$)(?:,(\d{1,9}|\$))?p$/.exec(operands.shift() ?? '');
  if (!range || !flags.has('n'))
    throw new ShellError("sed: only stretches of lines can be shown, e.g. sed -n '3,9p' FILE.");
  const lines = textsOf('sed', operands, input).flatMap(({ text }) => linesOf(text));
  const numberOf = (address: string) => (address === '$' ? lines.length : Number(address));
  const first = numberOf(range[1] ?? '1');
  return done(joinedLines(lines.slice(Math.max(0, first - 1), numberOf(range[2] ?? range[1] ?? '1'))));
};

const sort: ShellCommand = (input) => {
  const { flags, values, operands } = parseOptions('sort', input.words, { flags: 'nrufh', values: 'kt' });
  const key = keyOf(values.get('k'), values.get('t'));
  const folded = (line: string) => (flags.has('f') ? key(line).toLowerCase() : key(line));
  const numeric = flags.has('n') || flags.has('h');
  const keyed = textsOf('sort', operands, input)
    .flatMap(({ text }) => linesOf(text))
    .map((line) => ({ line, key: folded(line), number: numeric ? Number.parseFloat(key(line)) || 0 : 0 }));
  const sign = flags.has('r') ? -1 : 1;
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  keyed.sort((a, b) => sign * (a.number - b.number || compare(a.key, b.key) || compare(a.line, b.line)));
  const lines = keyed
    .filter(({ key: own }, at) => !flags.has('u') || at === 0 || own !== keyed[at - 1]?.key)
    .map(({ line }) => line);
  return done(joinedLines(lines));
};

function keyOf(field: string | undefined, separator: string | undefined): (line: string) => string {
  if (field === undefined) return (line) => line;
  const [first, last] = field.split(',').map((part) => countOf('sort', part.replace(/[nrf]+$/, ''), 1));
  return (line) => {
    const fields = separator ? line.split(separator) : line.trim().split(/\s+/);
    return fields.slice((first ?? 1) - 1, last).join(separator ?? ' ');
  };
}

const uniq: ShellCommand = (input) => {
  const { flags, operands } = parseOptions('uniq', input.words, { flags: 'cdui' });
  const groups: { line: string; count: number }[] = [];
  const folded = (line?: string) => (flags.has('i') ? line?.toLowerCase() : line);
  for (const line of textsOf('uniq', operands, input).flatMap(({ text }) => linesOf(text))) {
    const last = groups.at(-1);
    if (last && folded(last.line) === folded(line)) last.count += 1;
    else groups.push({ line, count: 1 });
  }
  const kept = groups.filter(
    ({ count }) => (!flags.has('d') || count > 1) && (!flags.has('u') || count === 1),
  );
  return done(
    joinedLines(
      kept.map(({ line, count }) => (flags.has('c') ? `${String(count).padStart(7)} ${line}` : line)),
    ),
  );
};

const wc: ShellCommand = (input) => {
  const { flags, operands } = parseOptions('wc', input.words, { flags: 'lwcm' });
  const all = flags.size === 0;
  const texts = textsOf('wc', operands, input).map(({ name, text }) => ({
    name,
    counts: [
      ...(all || flags.has('l') ? [text.split('\n').length - 1] : []),
      ...(all || flags.has('w') ? [text.match(/\S+/g)?.length ?? 0] : []),
      ...(all || flags.has('c') || flags.has('m') ? [text.length] : []),
    ],
  }));
  const total = texts.reduce<number[]>(
    (sum, { counts }) => counts.map((count, at) => count + (sum[at] ?? 0)),
    [],
  );
  const rows = texts.length > 1 ? [...texts, { name: 'total', counts: total }] : texts;
  return done(
    joinedLines(
      rows.map(({ name, counts }) => [...counts, ...(operands.length > 0 ? [name] : [])].join(' ')),
    ),
  );
};

const cut: ShellCommand = (input) => {
  const { values, operands } = parseOptions('cut', input.words, { flags: 's', values: 'dfcb' });
  const list = values.get('f') ?? values.get('c') ?? values.get('b');
  if (list === undefined) throw new ShellError('cut: give -f or -c with what to keep, e.g. -f1 or -c1-80.');
  const ranges = list.split(',').map((range) => {
    const parts = /^(\d{1,9})?(-)?(\d{1,9})?$/.exec(range);
    if (!parts || range === '' || range === '-') throw new ShellError(`cut: "${range}" is not a range.`);
    const first = Number(parts[1] ?? 1);
    return { first, last: parts[3] ? Number(parts[3]) : parts[2] ? Infinity : first };
  });
  const keep = <Part>(parts: Part[]) =>
    parts.filter((_, at) => ranges.some(({ first, last }) => at + 1 >= first && at + 1 <= last));
  const separator = values.get('d') ?? '\t';
  const lines = textsOf('cut', operands, input)
    .flatMap(({ text }) => linesOf(text))
    .map((line) => {
      if (!values.has('f')) return keep(Array.from(line)).join('');
      return line.includes(separator) ? keep(line.split(separator)).join(separator) : line;
    });
  return done(joinedLines(lines));
};

function done(output: string): { output: string; exitCode: number } {
  return { output, exitCode: 0 };
}

export const textCommands = { cat, cut, head: endOf('head'), ls, sed, sort, tail: endOf('tail'), uniq, wc };

// Renders one suite's JSON as a section of Markdown, padded like the formatter does.

/** A heading, how to repeat it, its targets, and every figure next to those of the peers. */
export function renderResult({ suite, args = [], machine, figures, peers, bars }) {
  const command = ['npm run bench --', suite, ...args].join(' ');
  const where = `${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, Node ${machine.node.replace('v', '')}`;
  const bared = bars.map(({ name, value, bar, ok }) => [name, shown(value), bar, ok ? 'yes' : '**no**']);
  return [
    `## ${suite}`,
    `\`${command}\`, one run on ${where}.`,
    ...(bared.length > 0 ? [table(['bar', 'value', 'must be', 'holds'], bared)] : []),
    ...figuresAndPeers(figures, peers ?? {}),
  ].join('\n\n');
}

function figuresAndPeers(figures, peers) {
  const isEach = (things) => Object.values(things).every(isGroup);
  if (Object.keys(peers).length > 0 && isEach(figures) && isEach(peers))
    return groups({ ...figures, ...peers });
  return [...groups(figures), ...groups(peers)];
}

/** Plain values in one table, groups of values as rows of another. */
function groups(things) {
  const entries = Object.entries(things).filter(([, value]) => value !== null && value !== undefined);
  const plain = entries.filter(([, value]) => !isGroup(value)).map(([name, value]) => [name, shown(value)]);
  const grouped = entries
    .filter(([, value]) => isGroup(value))
    .map(([name, value]) => [name, new Map(leaves(value))]);
  const columns = [...new Set(grouped.flatMap(([, values]) => [...values.keys()]))];
  const tables = plain.length > 0 ? [table(['figure', 'value'], plain)] : [];
  if (grouped.length === 0) return tables;
  const cell = (values, column) => (values.has(column) ? shown(values.get(column)) : '');
  // The longer dimension becomes the rows.
  if (columns.length > grouped.length)
    tables.push(
      table(
        ['', ...grouped.map(([name]) => name)],
        columns.map((column) => [column, ...grouped.map(([, values]) => cell(values, column))]),
      ),
    );
  else
    tables.push(
      table(
        ['', ...columns],
        grouped.map(([name, values]) => [name, ...columns.map((column) => cell(values, column))]),
      ),
    );
  return tables;
}

function leaves(value, path = []) {
  if (!isGroup(value)) return value === null || value === undefined ? [] : [[path.join(' '), value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

function isGroup(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value) {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'number')
    return String(value)
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll('|', '\\|');
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(4)));
}

function table(head, rows) {
  const widths = head.map((name, at) => Math.max(3, ...[head, ...rows].map((row) => row[at].length)));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

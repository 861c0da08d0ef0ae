import { decodeText, decodeTextAs } from './decode-text.js';
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.js';

/** Header fields by lower-case name; folded lines joined, of repeated fields the first. */
export function parseMimeHeaders(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const match = /^([!-9;-~]+)\s*:\s*(.*)$/.exec(line);
    const name = match?.[1]?.toLowerCase();
    if (name && !fields.has(name)) fields.set(name, match?.[2]?.trim() ?? '');
  }
  return fields;
}

/** `=?charset?Q?…?=` and its like, also cut in pieces between which the white space does not count. */
export function decodeHeaderWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(
      /=\?([^?\s]{1,40})\?([bq])\?([^?]*)\?=/gi,
      (_whole, charset: string, kind: string, content: string) => {
        const bytes =
          kind.toLowerCase() === 'b'
            ? decodeBase64(content)
            : decodeQuotedPrintable(content.replaceAll('_', ' '));
        return decodeTextAs(bytes, charset.split('*')[0] ?? 'utf-8').text;
      },
    );
}

/** A field such as `text/plain; charset="utf-8"`, with the split and encoded forms of long parameters. */
export function parseMimeParameters(field: string): { value: string; parameters: Map<string, string> } {
  const [value = '', ...rest] = field.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const match = /^\s*([^=\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|(.*))\s*$/.exec(part);
    if (!match?.[1]) continue;
    const raw = (match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '').trim();
    const [name = '', ...marks] = match[1].toLowerCase().split('*');
    const isEncoded = marks.at(-1) === '';
    const known = parameters.get(name) ?? '';
    parameters.set(name, known + (isEncoded ? decodePercent(raw) : decodeHeaderWords(raw)));
  }
  return { value: value.trim().toLowerCase(), parameters };
}

function decodePercent(raw: string): string {
  const match = /^([^']*)'[^']*'(.*)$/s.exec(raw);
  const encoded = match?.[2] ?? raw;
  const bytes = decodeQuotedPrintable(encoded.replaceAll('=', '=3D').replaceAll('%', '='));
  return match?.[1] ? decodeTextAs(bytes, match[1]).text : decodeText(bytes).text;
}

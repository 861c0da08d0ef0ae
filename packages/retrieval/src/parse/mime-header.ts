import { decodeText, decodeTextAs } from './decode-text.js';
import { boundText, TEXT_LIMITS } from './text-limits.js';
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.js';

/**
 * Header fields by lower-case name. Folded lines are joined, and the first of repeated fields counts. An overlong field
 * is cut, which `onCut` reports.
 */
export function parseMimeHeaders(head: string, onCut: () => void = () => {}): Map<string, string> {
  const fields = new Map<string, string>();
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, TEXT_LIMITS.headerFields + 1);
  if (lines.length > TEXT_LIMITS.headerFields) onCut();
  for (const line of lines.slice(0, TEXT_LIMITS.headerFields)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (!/^[!-9;-~]{1,100}$/.test(name) || fields.has(name)) continue;
    const value = line.slice(colon + 1).trim();
    if (value.length > TEXT_LIMITS.headerCharacters) onCut();
    fields.set(name, boundText(value, TEXT_LIMITS.headerCharacters));
  }
  return fields;
}

/** Decodes `=?charset?Q?…?=`, also in several pieces, between which white space does not count. */
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

/** Parses a field such as `text/plain; charset="utf-8"`, including split and encoded long parameters. */
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

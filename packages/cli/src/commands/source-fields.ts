import { readFileSync } from 'node:fs';
import type { IbidClient } from '@ibid/client';

type Value = string | number | boolean | string[];

/** Parses `field=value` for a kind of source; returns a message if that fails. */
export async function readFields(
  client: IbidClient,
  kindName: string,
  typed: readonly string[],
  options: { isNew: boolean },
): Promise<Record<string, Value> | string> {
  const { rows } = await client.request('GET /api/source-kinds', {});
  const kind = rows.find((one) => one.kind === kindName);
  if (!kind)
    return `There is no kind of source "${kindName}". Choose one of: ${rows.map((one) => one.kind).join(', ')}.`;
  const settings: Record<string, Value> = {};
  for (const entry of typed) {
    const at = entry.indexOf('=');
    const name = at === -1 ? entry : entry.slice(0, at);
    const field = kind.fields.find((one) => one.name === name);
    if (!field || at === -1)
      return `"${name}" is not a field of ${kindName}. Write field=value, with one of: ${kind.fields.map((one) => one.name).join(', ')}.`;
    const said = entry.slice(at + 1);
    // A secret typed on the command line stays in the shell's history.
    const value = said === '-' ? readFileSync(0, 'utf8').trim() : said;
    const read = valueOf(field.type, value);
    if (read === null) return `${name} takes a ${field.type === 'number' ? 'number' : 'true or false'}.`;
    settings[name] = read;
  }
  const missing = kind.fields.find((field) => field.isRequired && !(field.name in settings));
  if (missing && options.isNew)
    return `A setting is missing: --set ${missing.name}=… (${missing.title}). ibid sources kinds lists all fields.`;
  return settings;
}

function valueOf(type: string, text: string): Value | null {
  if (type === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null;
  if (type === 'list') return text.split(',').flatMap((part) => part.trim() || []);
  return text;
}

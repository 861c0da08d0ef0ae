/**
 * What to call a document that does not say: its file name without folder and extension.
 *
 * ```ts
 * import { titleFromName } from '@ibid/retrieval';
 *
 * console.log(titleFromName('harbour_fees-2025.pdf'));
 * ```
 */
export function titleFromName(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? name;
  const withoutExtension = base.replace(/(?<=.)\.[A-Za-z0-9]{1,8}$/, '');
  return withoutExtension.trim() || base || 'Untitled';
}

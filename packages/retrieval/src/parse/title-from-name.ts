/** The fallback title of a document: its file name without folder and extension. */
export function titleFromName(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? name;
  const withoutExtension = base.replace(/(?<=.)\.[A-Za-z0-9]{1,8}$/, '');
  return withoutExtension.trim() || base || 'Untitled';
}

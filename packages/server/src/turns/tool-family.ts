/** A tool's name without its suffix: read-on tools are named after the document they read. */
export function toolFamily(toolName: string): string {
  return /^read_(?:more|page)(?=_)/u.exec(toolName)?.[0] ?? toolName;
}

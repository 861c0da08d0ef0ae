/** A tool's name without what it was made for: tools to read on with are named after the document they read. */
export function toolFamily(toolName: string): string {
  return /^read_(?:more|page)(?=_)/u.exec(toolName)?.[0] ?? toolName;
}

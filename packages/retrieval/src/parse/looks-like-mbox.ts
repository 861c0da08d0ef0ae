/** The line before each message: sender and time. A sentence that starts with "From" has no year at its end. */
const SEPARATOR = /^From \S+ .{0,100}\d{4}(?: [+-]\d{4})?[ \t]*\r?$/u;

export function isMboxSeparator(line: string): boolean {
  return line.startsWith('From ') && SEPARATOR.test(line);
}

/** Whether a text starts like a mailbox. */
export function looksLikeMbox(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return isMboxSeparator(first) && /^>?[A-Za-z][A-Za-z0-9-]*:/u.test(second);
}

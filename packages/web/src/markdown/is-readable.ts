/** Repeated markers of quotes or list items, or long runs of emphasis marks or brackets. */
const DEEP = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){60}|[*_]{200}|\[{200}/mu;

/** Whether Markdown can be parsed in time: deeply nested, a few kilobytes take seconds or overflow the stack. */
export function isReadable(text: string): boolean {
  return !DEEP.test(text);
}

/** What begins a quote or an entry of a list, again and again; or marks of emphasis and brackets without end. */
const DEEP = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){60}|[*_]{200}|\[{200}/mu;

/** Whether Markdown can be taken apart in time: nested without end, a few kilobytes take seconds, or the whole stack. */
export function isReadable(text: string): boolean {
  return !DEEP.test(text);
}

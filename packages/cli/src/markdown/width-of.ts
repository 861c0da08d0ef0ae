// oxlint-disable-next-line no-control-regex -- colours and links take no room
const INVISIBLE = /\u001B\[[\d;]*m|\u001B\]8;;.*?\u001B\\/gu;
const ZERO = /^(?:\p{Mark}|\p{Format})/u;
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u;

/** How many places of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text.replaceAll(INVISIBLE, ''))
    width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

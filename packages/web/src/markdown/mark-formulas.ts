/** Opens a code span that holds a formula; private use, and taken out of the model's own text with the other marks. */
const formulaMark = '\uE002';

/**
 * Code is passed over; then the forms of a formula, longest opening first. A single dollar opens one only before
 * something, and closes one only after something and before no digit: "$5 and $10" are prices.
 */
const FORMULA =
  /(?<code>^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|\\\$)|\$\$(?<block>[^$]+?)\$\$|\\\[(?<bracketed>[\s\S]+?)\\\]|\\\((?<round>[^\n]+?)\\\)|(?<![\p{L}\p{N}$])\$(?<inline>[^\s$](?:[^$\n]*[^\s$\\])?)\$(?![\p{N}$])/gmu;

/**
 * Turns formulas (`$…$`, `$$…$$`, `\(…\)`, `\[…\]`) into code spans with a mark, because Markdown would take their
 * backslashes and underscores for its own. What is in code, and prices, are left alone; a formula whose end has not
 * come yet stays as it is.
 */
export function markFormulas(text: string): string {
  if (!/[$\\]/.test(text)) return text;
  return text.replace(FORMULA, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups['code'] !== undefined) return whole;
    const block = groups['block'] ?? groups['bracketed'];
    const formula = block ?? groups['round'] ?? groups['inline'] ?? '';
    return `\`${formulaMark}${block === undefined ? 'inline' : 'block'} ${encodeURIComponent(formula.trim())}\``;
  });
}

/** What a marked code span holds; null for any other code. */
export function readFormula(code: string): { formula: string; isBlock: boolean } | null {
  const found = new RegExp(`^${formulaMark}(inline|block) (.*)$`, 'u').exec(code);
  if (!found) return null;
  return { formula: decodeURIComponent(found[2] ?? ''), isBlock: found[1] === 'block' };
}

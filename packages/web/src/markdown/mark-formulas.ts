/**
 * Begins a code span that contains a formula; a private-use character, removed from the model's own text with the other
 * marks.
 */
const formulaMark = '\uE002';

/**
 * Skips code, then matches formulas, longest opening first. A single dollar opens one only before a non-space, and
 * closes one only after a non-space and before no digit: "$5 and $10" are prices.
 */
const FORMULA =
  /(?<code>^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|\\\$)|\$\$(?<block>[^$]+?)\$\$|\\\[(?<bracketed>[\s\S]+?)\\\]|\\\((?<round>[^\n]+?)\\\)|(?<![\p{L}\p{N}$])\$(?<inline>[^\s$](?:[^$\n]*[^\s$\\])?)\$(?![\p{N}$])/gmu;

/**
 * Turns formulas (`$…$`, `$$…$$`, `\(…\)`, `\[…\]`) into marked code spans, because Markdown would interpret their
 * backslashes and underscores. Code and prices are left alone, as is a formula that has not ended yet.
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

/** The formula in a marked code span; null for any other code. */
export function readFormula(code: string): { formula: string; isBlock: boolean } | null {
  const found = new RegExp(`^${formulaMark}(inline|block) (.*)$`, 'u').exec(code);
  if (!found) return null;
  return { formula: decodeURIComponent(found[2] ?? ''), isBlock: found[1] === 'block' };
}

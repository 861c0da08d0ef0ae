import katex from 'katex';

/** Longer than any formula people write. Deeply nested, one of this length takes seconds or overflows the stack. */
const MOST_CHARACTERS = 4_000;
const MOST_EMS = 20;
/** Moves what follows over the text before it, or over the page. */
const FAR_BACK = /="-(?:[3-9]|\d{2,})[\d.]*em"/u;

/** MathML of a formula; null if it cannot be shown, and then its source is. */
export function renderFormula(formula: string, isBlock: boolean): string | null {
  if (formula.length > MOST_CHARACTERS) return null;
  try {
    const html = katex.renderToString(formula, {
      displayMode: isBlock,
      output: 'mathml',
      throwOnError: false,
      strict: 'ignore',
      trust: false,
      maxExpand: 500,
      maxSize: MOST_EMS,
    });
    return FAR_BACK.test(html) ? null : html;
  } catch {
    // Nesting overflowed the stack, which `throwOnError` does not cover.
    return null;
  }
}

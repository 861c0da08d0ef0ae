import { renderFormula } from './render-formula.js';

/** A part of its own, loaded with the first formula. MathML needs no style sheet, no fonts and no inline styles. */
export default function Formula({ formula, isBlock }: { formula: string; isBlock: boolean }) {
  const html = renderFormula(formula, isBlock);
  if (html === null) return <code>{formula}</code>;
  return (
    <span
      className={isBlock ? 'formula formula-block scroll-quiet' : 'formula'}
      dir="ltr"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

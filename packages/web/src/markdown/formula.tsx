import { renderFormula } from './render-formula.js';

/** Loaded separately with the first formula. MathML needs no style sheet, fonts or inline styles. */
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

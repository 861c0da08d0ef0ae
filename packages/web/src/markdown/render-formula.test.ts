import { describe, expect, it } from 'vitest';
import { renderFormula } from './render-formula.js';

describe('WEB-1 a formula that a document talked the model into', () => {
  it('is shown as its source where it is too long or too deep, and breaks nothing', () => {
    expect(renderFormula(String.raw`\frac{1}{2}`, true)).toContain('<mfrac>');
    expect(renderFormula('{'.repeat(20_000) + '}'.repeat(20_000), true)).toBeNull();
    expect(renderFormula('x+'.repeat(100_000), false)).toBeNull();
    for (const part of ['{', String.raw`\sqrt{`, String.raw`\left(`])
      expect(() => renderFormula(part.repeat(Math.floor(3_900 / part.length)), false)).not.toThrow();
  });

  it('covers nothing else on the page, and links nowhere', () => {
    expect(renderFormula(String.raw`\kern{-300em}x`, false)).toBeNull();
    expect(renderFormula(String.raw`a\!b`, false)).toContain('<math');
    expect(renderFormula(String.raw`\rule{900em}{900em}`, false)).not.toContain('900em"');
    expect(renderFormula(String.raw`\href{javascript:alert(1)}{x}`, false)).not.toContain('href="');
  });
});

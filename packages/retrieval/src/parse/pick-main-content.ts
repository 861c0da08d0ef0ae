import type { DomDocument, DomElement } from './dom.js';

/**
 * Where a page's own content is. A `main` or `article` that holds most of the text is taken; otherwise the body
 * without navigation and page furniture. Text is rather kept than lost: what is cut here can never be found again.
 */
export function pickMainContent(document: DomDocument): {
  root: DomElement | null;
  skip: ReadonlySet<DomElement>;
} {
  const body = document.body ?? document.documentElement;
  if (!body) return { root: null, skip: new Set() };
  const furniture = new Set<DomElement>();
  const selector = 'nav, [role="navigation"], [aria-hidden="true"], [hidden]';
  for (const element of body.querySelectorAll(selector)) furniture.add(element);
  const whole = textLength(body);
  const candidates = [...body.querySelectorAll('main, [role="main"], article')];
  const [main, second] = candidates.toSorted((left, right) => textLength(right) - textLength(left));
  if (main && textLength(main) >= whole * 0.5 && (!second || textLength(second) < textLength(main) * 0.9)) {
    return { root: main, skip: furniture };
  }
  for (const element of body.querySelectorAll('body > header, body > footer, body > aside')) {
    if (textLength(element) < whole * 0.4) furniture.add(element);
  }
  return { root: body, skip: furniture };
}

function textLength(element: DomElement): number {
  return (element.textContent ?? '').length;
}

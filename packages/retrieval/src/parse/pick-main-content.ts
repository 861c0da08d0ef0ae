import { isElement, isText, type DomDocument, type DomElement, type DomNode } from './dom.js';

/**
 * Finds a page's own content: a `main` or `article` that contains most of the text, otherwise the body without
 * navigation and page furniture. When in doubt, text is kept, because text dropped here can never be found.
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
  const candidates = [...body.querySelectorAll('main, [role="main"], article')];
  const around = [...body.querySelectorAll('body > header, body > footer, body > aside')];
  const lengths = textLengths(body, new Set([...candidates, ...around]));
  const textLength = (element: DomElement) => lengths.get(element) ?? 0;
  const whole = textLength(body);
  const [main, second] = candidates.toSorted((left, right) => textLength(right) - textLength(left));
  if (main && textLength(main) >= whole * 0.5 && (!second || textLength(second) < textLength(main) * 0.9)) {
    return { root: main, skip: furniture };
  }
  for (const element of around) if (textLength(element) < whole * 0.4) furniture.add(element);
  return { root: body, skip: furniture };
}

/** Text lengths of `root` and the wanted elements, in one walk: pages may nest thousands of them. */
function textLengths(root: DomElement, wanted: ReadonlySet<DomElement>): Map<DomElement, number> {
  const lengths = new Map<DomElement, number>();
  let length = 0;
  const open = (element: DomElement) => ({
    element,
    before: length,
    left: element.childNodes[Symbol.iterator](),
  });
  const inside: { element: DomElement; before: number; left: Iterator<DomNode> }[] = [open(root)];
  for (let last = inside.at(-1); last; last = inside.at(-1)) {
    const { value: node, done } = last.left.next();
    if (done) {
      if (last.element === root || wanted.has(last.element)) lengths.set(last.element, length - last.before);
      inside.pop();
    } else if (isText(node)) length += node.textContent?.length ?? 0;
    else if (isElement(node)) inside.push(open(node));
  }
  return lengths;
}

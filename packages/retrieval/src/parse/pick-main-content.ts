import { isElement, isText, type DomDocument, type DomElement, type DomNode } from './dom.js';
import { findNavigation } from './find-navigation.js';

/**
 * Finds a page's own content: a `main` or `article` that contains most of the text, otherwise the body. What stands
 * around it, such as a footer with opening hours, is kept as well; only navigation is left out. When in doubt, text is
 * kept, because text dropped here can never be found.
 */
export function pickMainContent(document: DomDocument): {
  /** In this order: the main content, then what stands around it. */
  parts: DomElement[];
  skip: ReadonlySet<DomElement>;
} {
  const body = document.body ?? document.documentElement;
  if (!body) return { parts: [], skip: new Set() };
  const selector = 'nav, [role="navigation"], [aria-hidden="true"], [hidden]';
  const furniture = new Set<DomElement>(body.querySelectorAll(selector));
  const main = mainOf(body);
  if (main) {
    for (const element of findNavigation(body, main)) furniture.add(element);
    return { parts: [main, body], skip: furniture.add(main) };
  }
  for (const around of body.querySelectorAll('body > header, body > footer, body > aside'))
    for (const element of findNavigation(around)) furniture.add(element);
  return { parts: [body], skip: furniture };
}

/** Null if the page has none, or several of the same weight. */
function mainOf(body: DomElement): DomElement | null {
  const candidates = [...body.querySelectorAll('main, [role="main"], article')];
  const lengths = textLengths(body, new Set(candidates));
  const textLength = (element: DomElement) => lengths.get(element) ?? 0;
  const [main, second] = candidates.toSorted((left, right) => textLength(right) - textLength(left));
  if (!main || textLength(main) < textLength(body) * 0.5) return null;
  return second && textLength(second) >= textLength(main) * 0.9 ? null : main;
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

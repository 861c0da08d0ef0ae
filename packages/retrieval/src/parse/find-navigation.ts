import { isElement, isText, type DomElement, type DomNode } from './dom.js';
import { INLINE, SKIPPED } from './write-html.js';

const HEADING = /^h[1-6]$/u;
const WORDS = /[\p{L}\p{N}]/u;
/** `<a href="tel:…">` is what a visitor looks for, and so is a linked address or opening hours. */
const CONTACT = /^(?:tel|mailto|sms|geo):/iu;

interface Open {
  element: DomElement;
  left: Iterator<DomNode>;
  isLink: boolean;
  isHeading: boolean;
  links: number;
  /** It has words that are neither in a link nor in a heading. */
  says: boolean;
}

/**
 * The elements below `root` that hold nothing but links, perhaps below a heading: menus that are no `nav`. One walk
 * without recursion, because pages may nest thousands of elements.
 */
export function findNavigation(root: DomElement, except: DomElement | null = null): DomElement[] {
  const found: DomElement[] = [];
  const open = (element: DomElement, above?: Open): Open => ({
    element,
    left: element.childNodes[Symbol.iterator](),
    isLink: above?.isLink === true || isPageLink(element),
    isHeading: above?.isHeading === true || HEADING.test(element.localName),
    links: isPageLink(element) ? 1 : 0,
    says: false,
  });
  const inside = [open(root)];
  for (let last = inside.at(-1); last; last = inside.at(-1)) {
    const { value: node, done } = last.left.next();
    if (done) {
      inside.pop();
      const above = inside.at(-1);
      if (last.links > 0 && !last.says && !INLINE.has(last.element.localName)) found.push(last.element);
      if (above) {
        above.links += last.links;
        above.says ||= last.says;
      }
    } else if (isText(node)) {
      last.says ||= !last.isLink && !last.isHeading && WORDS.test(node.textContent ?? '');
    } else if (isElement(node)) {
      if (node === except) last.says = true;
      else if (!SKIPPED.has(node.localName)) inside.push(open(node, last));
    }
  }
  return found;
}

function isPageLink(element: DomElement): boolean {
  const target = element.localName === 'a' ? element.getAttribute('href') : null;
  return target !== null && !CONTACT.test(target) && !/\d/u.test(element.textContent ?? '');
}

import { InvalidDescriptorParameter } from './errors/descriptor-errors.js';

/** A reference name must be recognisable inside a sentence and usable in a file name. */
const REFERENCE_NAME = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_./-]{0,78}[\p{L}\p{M}\p{N}_])?`;
const HANDLE = new RegExp(String.raw`^(fd:[1-9]\d{0,9}|ref:${REFERENCE_NAME})(?:@([1-9]\d{0,6}))?$`, 'u');
const NAME = new RegExp(`^${REFERENCE_NAME}$`, 'u');
const EMBEDDED = new RegExp(
  String.raw`\{\{\s*((?:fd:[1-9]\d{0,9}|ref:${REFERENCE_NAME})(?:@[1-9]\d{0,6})?)\s*\}\}`,
  'gu',
);

/** A name, and the version if one follows after an `@`: `ref:parser@1`. */
export interface Handle {
  name: string;
  version: number | undefined;
}

export function isReferenceName(name: string): boolean {
  return NAME.test(name);
}

/** Null if the text is not a handle. */
export function parseHandle(text: string): Handle | null {
  const match = HANDLE.exec(text.trim());
  if (!match?.[1]) return null;
  return { name: match[1], version: match[2] === undefined ? undefined : Number(match[2]) };
}

/** Accepts what models write: a bare number means `fd:`, a bare name `ref:`. */
export function handleFromModel(text: string): Handle {
  const bare = text.trim();
  const handle =
    parseHandle(bare) ?? (/^\d+(@\d+)?$/.test(bare) ? parseHandle(`fd:${bare}`) : parseHandle(`ref:${bare}`));
  if (!handle)
    throw new InvalidDescriptorParameter(
      `${JSON.stringify(bare.slice(0, 100))} is not a handle. Handles look like fd:12, ref:parser or ref:parser@1.`,
    );
  return handle;
}

/** Handles written as `{{fd:12}}` inside longer text, with their positions. */
export function findEmbeddedHandles(text: string): { start: number; end: number; handle: Handle }[] {
  const found: { start: number; end: number; handle: Handle }[] = [];
  for (const match of text.matchAll(EMBEDDED)) {
    const handle = parseHandle(match[1] ?? '');
    if (handle) found.push({ start: match.index, end: match.index + match[0].length, handle });
  }
  return found;
}

import { namesInText } from './hops/names-in-text.js';

const QUOTED = /["“”„«»]([^"“”„«»]{3,80})["“”„«»]/gu;
const IDENTIFIER = /(?<![\p{L}\p{N}])\p{Lu}{1,6}-\d{1,6}(?![\p{L}\p{N}])/gu;

/** Names in the question, longest first: quoted text, identifiers, and runs of capitalised words. */
export function namesInQuestion(question: string): string[] {
  const names = new Set<string>();
  for (const match of question.matchAll(QUOTED)) names.add((match[1] ?? '').trim());
  for (const match of question.matchAll(IDENTIFIER)) names.add(match[0]);
  for (const { name } of namesInText(question)) names.add(name);
  return [...names].filter((name) => name !== '').toSorted((left, right) => right.length - left.length);
}

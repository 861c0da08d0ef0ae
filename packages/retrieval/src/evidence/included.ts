import { readTokens } from '@ibid/core/internal';
import type { EvidenceSentence } from './evidence-document.js';

const ASKS =
  /\b(?:includ(?:es?|ing|ed)|inclusive of|incl\.?|contains?|enthält|enthalten|inklusive|einschließlich)\s+(?!in\b)(?<thing>\p{L}[^,;]*)$|^(?:is|are|ist|sind)\s+(?<own>.+?)\s+(?:included|inclusive|inbegriffen|enthalten)\b/iu;
const ASKS_WITH =
  /\b(?:with|including|inclusive of|incl\.?|mit|inklusive|einschließlich)\s+(?<thing>\p{L}+)\s*$/iu;
const LEAVES_OUT =
  /(?:\b(?:plus|excluding|excl\.?|exclusive of|not including|(?:does|do|did) not include|net of|exclud(?:es|ed|e)|zuzüglich|zzgl\.?|exkl\.?|ausschließlich)|(?:\d[\d.,]*(?:\s*[€$£]|\s+\p{L}+)?|\b(?:price|prices|fee|fees|cost|costs|rate|rates|rent|charge|total|sum|amount|preis|summe))\s+(?:before|without|ohne|vor))\s+(?:the\s+|any\s+|der\s+|die\s+)?$/iu;
const LEFT_OUT =
  /^(?:\s+of\s+\d+\s?(?:%|per cent|percent))?\s+(?:(?:is|are|will be|comes?|wird|kommt)\s+(?:then\s+|to be\s+)?(?:added|extra|on top|not included|excluded|charged (?:separately|extra|on top)|paid separately|hinzu\p{L}*|nicht (?:enthalten|inbegriffen))|extra\b|excluded\b|not included\b)/iu;

function thingOf(question: string, pattern: RegExp): string[] {
  const { thing, own } = pattern.exec(question)?.groups ?? {};
  return readTokens(thing ?? own ?? '')
    .filter(({ isStop }) => !isStop)
    .map(({ term }) => term);
}

/** "Does the price include VAT?", "Is VAT included?": what may be included. Empty for other questions. */
export function askedPart(question: string): string[] {
  return thingOf(question, ASKS);
}

/** "the total with VAT": what must be included. */
export function askedWith(question: string): string[] {
  return thingOf(question, ASKS_WITH);
}

/** `£90 plus VAT`, `exclusive of breakfast`, `VAT is added`: whether a sentence excludes the thing with these terms. */
export function leavesOut({ text, tokens }: EvidenceSentence, part: readonly string[]): boolean {
  return tokens.some(({ term, start, end }, index) => {
    if (part.length === 0 || term !== part[0]) return false;
    const last = tokens[index + part.length - 1];
    return LEAVES_OUT.test(text.slice(0, start)) || LEFT_OUT.test(text.slice(last?.end ?? end));
  });
}

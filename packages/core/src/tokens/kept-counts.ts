/**
 * CTX-10: counts that are kept with a message, by tokenizer, of every text that it is shown as. By content and not by
 * place, so that a text that is shown in another way some day is counted, never taken for the one it was.
 */
export type KeptCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Names a text by its length and 53 bits of its content. */
export function keyOfText(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  const bits = (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
  return `${text.length.toString(36)}.${bits.toString(36)}`;
}

/**
 * CTX-10: token counts stored with a message, by tokenizer, of every text it is shown as. Keyed by content, not by
 * position: a text that is later shown differently is counted again instead of being confused with the old one.
 */
export type KeptCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A key of a text: its length and 53 bits of hash. */
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

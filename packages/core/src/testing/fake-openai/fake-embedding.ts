/** A unit vector made from the words of a text. The same text gives the same vector; shared words bring two closer. */
export function fakeEmbedding(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    let hash = 2166136261;
    for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
    for (let spread = 0; spread < 4; spread++) {
      hash = Math.imul(hash ^ (hash >>> 13), 1540483477);
      const index = (hash >>> 0) % dimensions;
      vector[index] = (vector[index] ?? 0) + (hash & 1 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

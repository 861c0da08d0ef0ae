/** The best ones that fit into the tokens that are left; the very best always, which is fitted by the turn. */
export function takeWithin<Hit extends { tokens: number }>(hits: readonly Hit[], tokens: number): Hit[] {
  const taken: Hit[] = [];
  let used = 0;
  for (const hit of hits) {
    used += hit.tokens;
    if (taken.length > 0 && used > tokens) break;
    taken.push(hit);
  }
  return taken;
}

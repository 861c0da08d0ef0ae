import { withoutAccents } from './without-accents.js';

export type Sort = 'modal' | 'quantity' | 'limit';

/** One line per sort and grade; phrases of two words come first if they begin alike. */
const WORDS = `
modal must: must, shall, mandatory, compulsory, obligatory, has to, have to, had to, required to, requires, obliged to, obligated to, needs to, need to, compelled to, bound to, muss, müssen, soll, debe, deben, doit, doivent, deve
modal should: should, ought to, recommended to, advised to, encouraged to, asked to, sollte, sollten, debería, deberían, devrait
modal may: may, might, can, could, able to, allowed to, permitted to, free to, acceptable, permissible, allowed, permitted, darf, dürfen, kann, können, könnte, puede, pueden, podría, peut, peuvent, pourrait, può, pode
modal will: will, would, going to, expected to, wird, werden, va, sera
modal plan: plans to, plan to, planned to, intends to, intend to, aims to, aim to, hopes to, hope to, wants to, proposes to, proposed to, promises to, seeks to, considers, considering, scheduled to, still has to, still have to, has yet to, have yet to, remains to be
modal suspect: suspect, suspects, suspected, believe, believes, assume, assumes, allegedly, reportedly, possibly, perhaps, probably, likely, suggests, suggest, rumoured, unconfirmed, apparently, presumably, vermuten, vermutet, vermutlich, wahrscheinlich, moglicherweise, angeblich, mutmasslich, vielleicht
quantity most: nearly all, almost all, nearly every, almost every, virtually all, most, majority, die meisten, la plupart, la mayoría
quantity some: not all, not every, some, certain, part of, sometimes, occasionally, einige, manche, algunos, algunas, certains, certaines, alcuni
quantity all: at any time, at all times, all, every, each, always, entire, both, alle, jeder, jede, jedes, todos, todas, cada, tous, toutes, chaque, tutti, ogni, immer, siempre, toujours
quantity many: many, several, numerous, often, frequently, various, viele, mehrere, muchos, varios, plusieurs, beaucoup, molti
quantity few: few, rarely, seldom, minority, hardly any, wenige, selten, pocos, peu
quantity usually: usually, generally, typically, normally, mostly, meist, meistens
quantity none: none, neither, nobody, keine, keiner, ninguno, aucun
limit only: only, solely, exclusively, nur, solo, solamente, seulement
`;

interface QualifierPhrase {
  sort: Sort;
  grade: string;
  words: readonly string[];
}

/** By their first word, longer ones first. */
export const qualifierPhrases = readPhrases();

function readPhrases(): Map<string, readonly QualifierPhrase[]> {
  const found = new Map<string, readonly QualifierPhrase[]>();
  for (const line of WORDS.trim().split('\n')) {
    const [, sort, grade, list] = /^(\w+) (\w+): (.*)$/.exec(line) ?? [];
    for (const phrase of (list ?? '').split(', ')) {
      const words = withoutAccents(phrase).split(' ');
      const [first = ''] = words;
      // A list that grows by `push` gets room for 17 at once.
      const known = (found.get(first) ?? []).concat({ sort: sort as Sort, grade: grade ?? '', words });
      found.set(
        first,
        known.toSorted((left, right) => right.words.length - left.words.length),
      );
    }
  }
  return found;
}

import type { ClaimToken } from './claim-token.js';
import { wordForm } from './word-form.js';

/** Verbs of two words and the single word with the same meaning; their forms in the same order. */
const VERBS = `
turn turns turned turning | down = reject rejects rejected rejecting
carry carries carried carrying | out = perform performs performed performing
set sets set setting | up = establish establishes established establishing
put puts put putting | off = postpone postpones postponed postponing
push pushes pushed pushing | back = postpone postpones postponed postponing
call calls called calling | off = cancel cancels cancelled cancelling
go goes went going | up = rise rises rose rising
go goes went going | down = fall falls fell falling
come comes came coming | down = fall falls fell falling
let lets let letting | in = admit admits admitted admitting
step steps stepped stepping | down = resign resigns resigned resigning
hand hands handed handing | over = deliver delivers delivered delivering
hand hands handed handing | in = submit submits submitted submitting
send sends sent sending | back = return returns returned returning
give gives gave giving | back = return returns returned returning
pay pays paid paying | back = repay repays repaid repaying
give gives gave giving | up = abandon abandons abandoned abandoning
find finds found finding | out = discover discovers discovered discovering
point points pointed pointing | out = state states stated stating
take takes took taking | place = occur occurs occurred occurring
lay lays laid laying | off = dismiss dismisses dismissed dismissing
look looks looked looking | after = maintain maintains maintained maintaining
deal deals dealt dealing | with = handle handles handled handling
speed speeds sped speeding | up = accelerate accelerates accelerated accelerating
slow slows slowed slowing | down = decelerate decelerates decelerated decelerating
shut shuts shut shutting | down = close closes closed closing
bring brings brought bringing | in = introduce introduces introduced introducing
throw throws threw throwing | away = discard discards discarded discarding
fill fills filled filling | in = complete completes completed completing
`;
const NAMES: readonly (readonly [words: string, name: string])[] = [
  ['u s a', 'USA'],
  ['u s', 'USA'],
  ['united states of america', 'USA'],
  ['united states', 'USA'],
  ['u k', 'UK'],
  ['united kingdom', 'UK'],
  ['e u', 'EU'],
  ['european union', 'EU'],
  ['u n', 'UN'],
  ['united nations', 'UN'],
];

interface Phrase {
  words: readonly string[];
  /** The equivalent form. */
  said: string;
  isName: boolean;
}

const byFirst = readPhrases();

function readPhrases(): Map<string, readonly Phrase[]> {
  const found = new Map<string, readonly Phrase[]>();
  const add = (phrase: Phrase) => {
    const [first = ''] = phrase.words;
    // A list that grows by `push` gets room for 17 at once.
    found.set(first, (found.get(first) ?? []).concat(phrase));
  };
  for (const line of VERBS.trim().split('\n')) {
    const [verbs = '', rest = ''] = line.split(' | ');
    const [particle = '', said = ''] = rest.split(' = ');
    const forms = said.split(' ');
    for (const [index, verb] of verbs.split(' ').entries())
      add({ words: [verb, particle], said: forms[index] ?? '', isName: false });
  }
  for (const [words, said] of NAMES) add({ words: words.split(' '), said, isName: true });
  return found;
}

/** Joins words that mean one thing into one token, under the single word for it. */
export function joinPhrases(text: string, tokens: ClaimToken[]): ClaimToken[] {
  // Most texts have none and are returned unchanged.
  let joined: ClaimToken[] | null = null;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as ClaimToken;
    const phrase = byFirst.get(token.form?.word ?? '')?.find((one) => stands(one, text, tokens, at));
    const last = phrase && tokens[at + phrase.words.length - 1];
    if (!phrase || !last) {
      joined?.push(token);
      continue;
    }
    joined ??= tokens.slice(0, at);
    const form = wordForm(phrase.said);
    joined.push({
      term: form.term,
      kind: phrase.isName ? 'name' : 'word',
      start: token.start,
      // The full stop of `U.S.` does not end a clause.
      end: phrase.words.at(-1)?.length === 1 && text.charAt(last.end) === '.' ? last.end + 1 : last.end,
      form,
    });
    at += phrase.words.length - 1;
  }
  return joined ?? tokens;
}

function stands({ words, isName }: Phrase, text: string, tokens: readonly ClaimToken[], at: number): boolean {
  return words.every((word, index) => {
    const token = tokens[at + index];
    if (token?.form?.word !== word || (isName && !token.form.isCapitalised)) return false;
    if (index === 0) return true;
    // `U.S.` contains a full stop; between other words it would end a sentence.
    const between = text.slice(tokens[at + index - 1]?.end, token.start);
    return word.length === 1 ? between === '.' : between === ' ';
  });
}

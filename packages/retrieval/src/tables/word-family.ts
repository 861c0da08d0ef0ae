/** Forms that endings do not explain. */
const IRREGULAR: Readonly<Record<string, string>> = {
  paid: 'pay',
  payment: 'pay',
  payments: 'pay',
  sold: 'sell',
  sale: 'sell',
  sales: 'sell',
  bought: 'buy',
  sent: 'send',
  built: 'build',
  spent: 'spend',
  began: 'begin',
  beginning: 'begin',
  owner: 'own',
  owners: 'own',
  born: 'birth',
  ablaufen: 'ablauf',
  ablaufdatum: 'ablauf',
  abgelaufen: 'ablauf',
  zahlung: 'bezahl',
  gezahlt: 'bezahl',
  zahlt: 'bezahl',
};
const ENGLISH =
  /(?:ations?|itions?|ions?|ments?|ances?|ences?|ery|iers?|ies|ied|ers?|ors?|ees?|ings?|ed|es|als?|y|e|s)$/u;
const GERMAN = /(?:ungen|ung|anten|ant|en|et|t|e|n)$/u;
const SHORTEST = 4;
const SHORTEST_GERMAN = 5;

/**
 * Whether two words are forms of one: "expires" and "Expiry", "supplied" and "Supplier", "pay" and "Paid", "liefert"
 * and "Lieferant". Stems, which only know endings of grammar, keep these apart.
 */
export function areOfOneFamily(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  const root = english(first);
  if (root.length > 2 && root === english(second)) return true;
  return areOfOneGermanFamily(first, second);
}

/** "Rechnung" and "Rechnungen", "unbezahlte" and "unbezahlt". */
export function areOfOneGermanFamily(one: string, other: string): boolean {
  const root = germanRoot(one.toLowerCase());
  return root.length >= SHORTEST_GERMAN && root === germanRoot(other.toLowerCase());
}

/** Without its endings, as long as enough is left: "delivered" is "deliver", which is "deliv" as in "delivery". */
function english(word: string): string {
  const known = IRREGULAR[word];
  if (known !== undefined) return known;
  const shorter = word.replace(ENGLISH, '');
  return shorter === word || shorter.length < SHORTEST ? word : english(shorter);
}

function germanRoot(word: string): string {
  const known = IRREGULAR[word];
  if (known !== undefined) return known;
  const shorter = word.replace(GERMAN, '');
  if (shorter !== word && shorter.length >= SHORTEST_GERMAN) return germanRoot(shorter);
  return word.replace(/^ge(?=\p{L}{5})/u, '');
}

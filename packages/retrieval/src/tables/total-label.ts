const TOTAL =
  /^(?:grand |sub-?|net )?totals?\b|^(?:sum|overall|gesamt(?:summe|betrag|einnahmen|ausgaben|kosten|erträge|aufwand|aufwendungen|erlöse|umsatz|ergebnis)?|zwischensumme|summe|total général|sous-total|totale|suma)\b\s*:?/iu;
/** Averages of all rows. "Average loan period" is a separate item. */
const AVERAGE =
  /^(?:overall |grand )?(?:average|mean|median|durchschnitt|mittelwert)(?=\s*(?:$|[:(,]|(?:of|over|per|for|all|der|aller|über|pro|je)\b))/iu;
/** A total that does not say of what. */
const BARE =
  /^(?:(?:grand|sub|net|overall|gesamt|zwischen)[ -]?)?(?:totals?|sum|summe|betrag|gesamt|overall|average|mean|median|durchschnitt|mittelwert)\P{L}*$/iu;

/** First letters of all these words, to rule out most cells quickly. */
const MAY_BE_TOTAL = new Set('adgmnostzADGMNOSTZ');

/** Whether a row with this label sums up others. */
export function isTotal(label: string): boolean {
  return MAY_BE_TOTAL.has(label[0] ?? '') && (TOTAL.test(label) || AVERAGE.test(label));
}

/** "Total income" says of what, so a question can ask for that row. */
export function isNamedTotal(label: string): boolean {
  return isTotal(label) && !BARE.test(label);
}

const COMPARES =
  /\b(?:compare[ds]?|comparison|differen(?:ce|t|ces)|differ|versus|vs|both|each|respectively|than|more|less|fewer|most|least|better|worse|(?:long|short|old|young|new|large|small|high|low|cheap|great|big|earli|lat|fast|slow|heavi|light)(?:er|est)|vergleich\p{L}*|unterschied\p{L}*|beide[nr]?|mehr|weniger)\b/iu;

export function comparesSome(question: string): boolean {
  return COMPARES.test(question);
}

const OF_PAST =
  /\b(?:chang\p{L}*|since|grown?|grew|risen|rose|fallen|fell|before|previous\p{L}*|former\p{L}*|earlier|used to|old|older|replaced|history|version|edition|geändert|seit|vorher|früher\p{L}*|alte[nr]?|bisher\p{L}*)\b/iu;

/** Whether a question asks for what was, or for what has become of it: what was replaced may answer it. */
export const asksOfPast = (question: string) => OF_PAST.test(question);

const OF_PAST =
  /\b(?:chang\p{L}*|since|grown?|grew|risen|rose|fallen|fell|before|previous\p{L}*|former\p{L}*|earlier|used to|old|older|replaced|history|version|edition|geändert|seit|vorher|früher\p{L}*|alte[nr]?|bisher\p{L}*)\b/iu;

/** Whether a question asks about the past or what has become of something. Replaced documents may answer it. */
export const asksOfPast = (question: string) => OF_PAST.test(question);

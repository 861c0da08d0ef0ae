/** Who does what to whom, by the order of words around a verb, with passives reversed. Indexes of content words. */
export interface VerbAndDoer {
  verb: number;
  doer: number[];
  /** The doer is in the same segment as the verb, so no one else can be meant. */
  isDirect: boolean;
  /** The doer is a pronoun or missing: it could be anyone. */
  isOpen: boolean;
  done: number[];
}

/** Who does something, to whom: by the order of words around a verb, passives turned round. Indexes of content words. */
export interface VerbAndDoer {
  verb: number;
  doer: number[];
  /** The doer is in the same segment as the verb: nobody else can be meant. */
  isDirect: boolean;
  /** A pronoun, or nobody: it could be anyone. */
  isOpen: boolean;
  done: number[];
}

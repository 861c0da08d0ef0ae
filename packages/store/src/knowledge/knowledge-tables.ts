/** Tables of the knowledge bases. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface KnowledgeTables {}

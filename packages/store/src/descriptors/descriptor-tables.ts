/** Tables of descriptors and references. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface DescriptorTables {}

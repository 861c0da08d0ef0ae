/** The sample documents of an empty installation (`ibid serve --sample`). */
export const isSample = ({ name }: { name: string }): boolean => name.endsWith('(sample)');

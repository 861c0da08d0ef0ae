/** The documents that an empty installation is given to try things on (`ibid serve --sample`). */
export const isSample = ({ name }: { name: string }): boolean => name.endsWith('(sample)');

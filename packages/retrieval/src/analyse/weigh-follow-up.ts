/**
 * A query of two lines is a question and the one it follows (`standaloneQuery`). What is asked now counts twice: the
 * question before only says what it is about.
 */
export function weighFollowUp(query: string): string {
  const [asked, before, ...more] = query.split('\n').filter((line) => line.trim() !== '');
  return asked === undefined || before === undefined || more.length > 0
    ? query
    : `${asked}\n${asked}\n${before}`;
}

export interface IndexTextOptions {
  title: string;
  headingPath: readonly string[];
  context: string | null;
  text: string;
}

/** What is embedded and indexed for a chunk: its text under the names it stands below (KB-2). */
export function indexText({ title, headingPath, context, text }: IndexTextOptions): string {
  const names = [title, ...headingPath.filter((name) => name !== title)].filter((name) => name !== '');
  const head = names.join(' > ');
  return [head, context ?? '', text].filter((part) => part !== '').join('\n');
}

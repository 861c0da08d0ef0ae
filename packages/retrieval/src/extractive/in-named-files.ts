import type { PromptDocument } from './read-prompt.js';

const FILE_NAME = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[\p{L}\p{N}]{1,5}\b/gu;

/** A question that names a file is answered from that file, whose name is then no word to look for. */
export function inNamedFiles<Asked extends { question: string; documents: readonly PromptDocument[] }>(
  asked: Asked,
): Asked {
  const question = asked.question.toLowerCase();
  const documents = asked.documents.filter(({ path }) => {
    const file = path.toLowerCase().split('/').at(-1) ?? '';
    return file.includes('.') && question.includes(file);
  });
  if (documents.length === 0) return asked;
  const rest = asked.question.replaceAll(FILE_NAME, ' ');
  return { ...asked, documents, question: /\p{L}/u.test(rest) ? rest : asked.question };
}

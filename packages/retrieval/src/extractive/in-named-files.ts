import type { PromptDocument } from './read-prompt.js';
import { numberOf, versionsOfOne } from './replaced-versions.js';
import { isSameVersion, namedVersions } from './version-question.js';

const FILE_NAME = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[\p{L}\p{N}]{1,5}\b/gu;

/** A question that names a file is answered from that file, and its name is not searched for. */
export function inNamedFiles<Asked extends { question: string; documents: readonly PromptDocument[] }>(
  asked: Asked,
): Asked {
  const question = asked.question.toLowerCase();
  const documents = asked.documents.filter(({ path }) => {
    const file = path.toLowerCase().split('/').at(-1) ?? '';
    return file.includes('.') && question.includes(file);
  });
  if (documents.length === 0) return inNamedVersion(asked);
  const rest = asked.question.replaceAll(FILE_NAME, ' ');
  return { ...asked, documents, question: /\p{L}/u.test(rest) ? rest : asked.question };
}

/** A question that names one version of a document is not answered from others. */
function inNamedVersion<Asked extends { question: string; documents: readonly PromptDocument[] }>(
  asked: Asked,
): Asked {
  const numbers = namedVersions(asked.question);
  if (numbers.length === 0) return asked;
  const others = new Set(
    versionsOfOne(asked.documents).flatMap((versions) => {
      const isNamed = (document: PromptDocument) =>
        numbers.some((number) => isSameVersion(number, numberOf(document) ?? ''));
      return versions.some(isNamed) ? versions.filter((document) => !isNamed(document)) : [];
    }),
  );
  if (others.size === 0) return asked;
  return { ...asked, documents: asked.documents.filter((document) => !others.has(document)) };
}

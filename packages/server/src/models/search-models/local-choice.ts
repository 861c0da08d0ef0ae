import { isAbsolute, join } from 'node:path';
import { isModelName } from '@ibid/retrieval/internal';

/**
 * MOD-5: how the settings write a local search model: `hub:owner/name` to download one by name, `folder:/path` for an
 * existing one, `folder:name` for one below `models` in the data folder.
 */
export type LocalChoice = { from: 'hub'; name: string } | { from: 'folder'; path: string; weights?: string };

/** Null if it is `provider/model` instead of a local search model. */
export function localChoice(text: string | null): LocalChoice | null {
  if (text?.startsWith('hub:')) return { from: 'hub', name: text.slice('hub:'.length).trim() };
  if (!text?.startsWith('folder:')) return null;
  const [path = '', weights] = text.slice('folder:'.length).trim().split('#');
  return { from: 'folder', path, ...(weights ? { weights } : {}) };
}

/** Describes what is wrong with it; null if nothing is. */
export function choiceProblem(choice: LocalChoice): string | null {
  if (choice.from === 'hub')
    return isModelName(choice.name)
      ? null
      : `"${choice.name}" is not the name of a model. Names look like hub:owner/name.`;
  if (choice.path === '') return 'Name the folder of the model: folder:/path.';
  return isAbsolute(choice.path) || /^\w[\w.@+-]*$/u.test(choice.path)
    ? null
    : 'Name the folder of the model with its whole path: folder:/path.';
}

export function choiceFolder(choice: LocalChoice & { from: 'folder' }, modelsFolder: string): string {
  return isAbsolute(choice.path) ? choice.path : join(modelsFolder, choice.path);
}

import { isAbsolute, join } from 'node:path';
import { isModelName } from '@ibid/retrieval/internal';

/**
 * MOD-5: how a search model of this machine is written in the settings: `hub:owner/name` for one to fetch by its name,
 * `folder:/path` for one that is there, `folder:name` for one below the data folder's `models`.
 */
export type LocalChoice = { from: 'hub'; name: string } | { from: 'folder'; path: string; weights?: string };

/** Null: it is no search model of this machine, but `provider/model`. */
export function localChoice(text: string | null): LocalChoice | null {
  if (text?.startsWith('hub:')) return { from: 'hub', name: text.slice('hub:'.length).trim() };
  if (!text?.startsWith('folder:')) return null;
  const [path = '', weights] = text.slice('folder:'.length).trim().split('#');
  return { from: 'folder', path, ...(weights ? { weights } : {}) };
}

/** In words what cannot be right about it; null: nothing. */
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

const NAME = /^[\w.-]{1,96}\/[\w.-]{1,96}(@[\w./-]{1,96})?(#(onnx\/)?[\w.-]{1,96}\.onnx)?$/u;

/** Whether this can be a hub model: `owner/name`, optionally with `@revision` and `#file`. */
export function isModelName(text: string): boolean {
  return NAME.test(text) && !text.includes('..');
}

export interface ModelName {
  /** `owner/name` */
  repository: string;
  revision: string;
  weights: string | null;
}

export function splitModelName(text: string): ModelName {
  const [rest = '', weights = null] = text.split('#');
  const [repository = '', revision = 'main'] = rest.split('@');
  return { repository, revision, weights };
}

/** The folder name of a fetched model. */
export function modelFolderName(name: string): string {
  return name.replaceAll('/', '--').replaceAll(/[@#]/gu, '++');
}

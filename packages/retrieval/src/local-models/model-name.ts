const NAME = /^[\w.-]{1,96}\/[\w.-]{1,96}(@[\w./-]{1,96})?(#(onnx\/)?[\w.-]{1,96}\.onnx)?$/u;

/** Whether this can be a model of a hub: `owner/name`, with `@revision` and `#file` where they matter. */
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

/** The folder of a fetched model among others. */
export function modelFolderName(name: string): string {
  return name.replaceAll('/', '--').replaceAll(/[@#]/gu, '++');
}

export { fetchModel } from './fetch-model.js';
export type { FetchModelOptions, FetchProgress } from './fetch-model.js';
export { isModelName, modelFolderName } from './model-name.js';
export type { LocalModel, Pooling } from './local-model.js';
export { ModelNotFetched } from './model-not-fetched.js';
export { readModelFolder } from './read-model-folder.js';
export { SEARCH_MODELS } from './search-models.js';
export type { SearchModel } from './search-models.js';
export { UnusableModel } from './unusable-model.js';

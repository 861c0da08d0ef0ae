export { DynamicToolRepository } from './dynamic-tool-repository.js';

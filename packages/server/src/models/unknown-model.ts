import { HttpError } from '../errors/index.js';

export class UnknownModel extends HttpError {
  readonly code = 'unknown_model';
  readonly status = 422;
  readonly title = 'Unknown model';
  readonly modelId: string;

  constructor(modelId: string) {
    super(`There is no model "${modelId}". The settings list the models that can be used.`);
    this.modelId = modelId;
  }
}

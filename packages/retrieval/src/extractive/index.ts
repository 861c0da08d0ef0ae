export { replacedAmong, type Begun } from './begun-documents.js';
export { readExtractiveAnswer } from './compose-answer.js';
export { EXTRACTIVE_MODEL_ID, extractiveModel } from './extractive-model.js';
export type { ExtractiveModelOptions } from './extractive-model.js';
export { standaloneQuery } from './plan-call.js';
export { questionsOf } from './questions-of.js';
export { similarityBy } from './similarity-by.js';
export { weighFollowUp } from './weigh-follow-up.js';

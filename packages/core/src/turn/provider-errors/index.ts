export {
  ContentPolicyError,
  ProviderError,
  ProviderTimeOutError,
  StreamInterruptedError,
  UnknownProviderError,
} from './provider-errors.js';
export { classifyProviderError } from './classify-provider-error.js';
export { ContextTooLongError } from './context-too-long-error.js';
export type { ProviderErrorDetails } from './provider-errors.js';
export { redact } from './redact.js';

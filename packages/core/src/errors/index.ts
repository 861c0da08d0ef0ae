export { IbidError } from './ibid-error.js';
export { redactSecrets } from './redact-secrets.js';

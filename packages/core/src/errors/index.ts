export { IbidError } from './ibid-error.js';
export { isSecretName, redactSecrets } from './redact-secrets.js';

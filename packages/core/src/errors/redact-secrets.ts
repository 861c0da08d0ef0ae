import type { JsonValue } from '../messages/json-value.js';

const REMOVED = '[removed]';

/** Names of secret values in a query, a header, a connection string or JSON. */
const NAME = String.raw`[\w.-]{0,40}(?:passw(?:or)?d|pwd|passphrase|secret(?!ar)|token(?!s\b|i[sz])|(?:api|access|account|private|shared)[-_ ]?(?:access[-_ ]?)?(?:key|signature)|credential|authorization|session[-_ ]?id|cookie)[\w.-]{0,40}`;

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
/** Matches up to the last `@` before the host ends, because passwords may contain `@`, `/` and `:`. */
const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'`<>]{0,500}@/gi;
const SCHEME = /\b(bearer|basic|digest|apikey)\s+[A-Za-z0-9._~+/=:-]{6,}/gi;
const QUOTED = new RegExp(
  String.raw`(["']?\b${NAME}["']?\s*[:=]\s*)(["'])(?:\\.|(?!\2)[^\\]){0,2000}\2`,
  'gi',
);
const BARE = new RegExp(
  String.raw`(["']?\b${NAME}["']?\s*(?:=|:)\s*)(?!\[removed\]|["'])[^\s"',;&)}\]]+`,
  'gi',
);
const QUERY_KEY = /([?&](?:key|code|sig|sas)=)[^\s"'&#]+/gi;
/** Signatures in signed URLs or headers, of S3 and compatible services. */
const SIGNATURE = /(\b[\w-]{0,20}signature=)[A-Za-z0-9%+/=_-]{8,}/gi;
const ORACLE = /\b[\w$]+\/[^\s@/]+@(?=\/\/|[\w.-]+:\d)/g;
/** Key formats of known services, recognised by their prefix, and JSON web tokens. */
const KNOWN_FORMS =
  /\b(?:(?:sk|pk|rk)[-_][A-Za-z0-9_-]{8,}|gsk_[A-Za-z0-9]{8,}|xai-[A-Za-z0-9]{8,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{10,}|xox[abeoprs]-[\w-]{8,}|(?:AKIA|ASIA)[0-9A-Z]{12,}|AIza[\w-]{16,}|ya29\.[\w-]{8,}|hf_[A-Za-z0-9]{8,}|npm_[A-Za-z0-9]{16,}|SG\.[\w-]{8,}\.[\w-]{8,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?)/g;

/**
 * Removes possible secrets from a text: passwords in URLs and connection strings, keys, tokens, private keys. The rest
 * stays readable, because a model has to learn from it why a call failed.
 */
export function redactSecrets(text: string): string {
  return text
    .replace(PRIVATE_KEY, REMOVED)
    .replace(URL_CREDENTIALS, `$1${REMOVED}@`)
    .replace(SCHEME, `$1 ${REMOVED}`)
    .replace(KNOWN_FORMS, REMOVED)
    .replace(QUOTED, `$1$2${REMOVED}$2`)
    .replace(BARE, `$1${REMOVED}`)
    .replace(QUERY_KEY, `$1${REMOVED}`)
    .replace(SIGNATURE, `$1${REMOVED}`)
    .replace(ORACLE, `${REMOVED}@`);
}

/** The same for every string in a value. */
export function redactJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      typeof entry === 'string' && isSecretName(name) ? REMOVED : redactJson(entry),
    ]),
  );
}

const SECRET_NAME = new RegExp(`^${NAME}$`, 'i');

/** Whether a value is secret judging by its name alone. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

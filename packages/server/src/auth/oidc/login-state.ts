import type { SecretBox } from '../../models/secret-box.js';

/** Sealed state in the browser while the user is at the provider. */
export interface LoginState {
  providerId: string;
  state: string;
  nonce: string;
  verifier: string;
  /** Where to go afterwards, on this server. */
  to: string;
}

export const LOGIN_COOKIE = 'ibid_login';
export const LOGIN_SECONDS = 10 * 60;

export function sealLoginState(secrets: SecretBox, state: LoginState): string {
  return secrets.seal(JSON.stringify({ ...state, until: Date.now() + LOGIN_SECONDS * 1000 }));
}

/** Null if it is missing, forged, expired or for another provider. */
export function openLoginState(
  secrets: SecretBox,
  sealed: string | undefined,
  providerId: string,
): LoginState | null {
  const text = sealed ? secrets.open(sealed) : null;
  if (text === null) return null;
  const { until, ...state } = JSON.parse(text) as LoginState & { until: number };
  return until > Date.now() && state.providerId === providerId ? state : null;
}

/** Returns a path of this server for any input, which prevents open redirects. */
export function pathOnly(wanted: string | undefined): string {
  const base = 'http://ibid.invalid';
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, base)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, base);
  // Browsers treat `//host` and `/\host` as addresses of other sites.
  if (origin !== base || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}

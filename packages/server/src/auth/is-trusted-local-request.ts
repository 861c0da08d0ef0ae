import { isLoopbackName } from './is-loopback-name.js';

/**
 * Local mode asks for no password, so a page of another site must not be able to speak to it: neither directly (the
 * browser says where the page is from) nor under a name that was made to point here (the request says the name).
 */
export function isTrustedLocalRequest(headers: { host: string | null; origin: string | null }): boolean {
  const { host, origin } = headers;
  if (host !== null && !isLoopbackName(hostName(host))) return false;
  if (origin === null) return true;
  try {
    return isLoopbackName(new URL(origin).hostname);
  } catch {
    return false;
  }
}

function hostName(host: string): string {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return '';
  }
}

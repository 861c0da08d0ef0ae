import { isLoopbackName } from './is-loopback-name.js';

/**
 * Local mode has no password, so pages of other sites must not reach it: neither directly, which the Origin header
 * shows, nor through a name made to point here, which the Host header shows.
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

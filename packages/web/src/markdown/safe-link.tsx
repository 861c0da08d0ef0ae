import type { ReactNode } from 'react';

const allowed = new Set(['http:', 'https:', 'mailto:']);

/** The address if a page may open it; null for anything else (scripts, data, files). */
export function safeAddress(address: string | null | undefined): string | null {
  if (address === null || address === undefined) return null;
  try {
    const url = new URL(address);
    return allowed.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** An external link. An unsafe address leaves only its text. */
export function SafeLink(props: { address?: string; children: ReactNode; className?: string }) {
  const address = safeAddress(props.address);
  if (address === null) return <span>{props.children}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={props.className}>
      {props.children}
    </a>
  );
}

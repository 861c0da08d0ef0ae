/**
 * Whether a list contains the host of an address: `docs.example.org` means that host, `*.example.org` all below it,
 * each with `:8443` only on that port. Null: any.
 */
export function mayReach(url: URL, list: readonly string[] | null): boolean {
  if (list === null) return true;
  const host = url.hostname.toLowerCase().replace(/\.$/u, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list.some((entry) => {
    const [, name = '', wanted] = /^(.*?)(?::(\d+))?$/u.exec(entry.toLowerCase()) ?? [];
    if (wanted !== undefined && wanted !== port) return false;
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  });
}

/** The web address of a file of a repository; null if the host's scheme is unknown. */
export function webAddress(options: {
  repository: URL;
  branch: string;
  path: string;
  /** The host's own scheme: `https://git.example.org/r/{branch}/{path}`. */
  template: string;
}): string | null {
  const { repository, template } = options;
  const path = options.path.split('/').map(encodeURIComponent).join('/');
  const branch = options.branch.split('/').map(encodeURIComponent).join('/');
  if (template !== '') return template.replaceAll('{branch}', branch).replaceAll('{path}', path);
  const host = repository.hostname;
  const base = `${repository.origin}${repository.pathname.replace(/\/$/u, '').replace(/\.git$/u, '')}`;
  if (host === 'github.com' || host.startsWith('github.')) return `${base}/blob/${branch}/${path}`;
  if (host === 'gitlab.com' || host.startsWith('gitlab.')) return `${base}/-/blob/${branch}/${path}`;
  if (host === 'bitbucket.org') return `${base}/src/${branch}/${path}`;
  if (host === 'codeberg.org' || /^(gitea|forgejo)\./u.test(host))
    return `${base}/src/branch/${branch}/${path}`;
  return null;
}

// One change log for all packages, because they share a version.

/** Parses a changeset file: the kind of release, and its text. */
export function readChangeset(text) {
  const [, head, body] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined) throw new Error(`This is not a changeset:\n${text}`);
  const bumps = [...head.matchAll(/:\s*["']?(major|minor|patch)["']?\s*$/gm)].map(([, bump]) => bump);
  const packages = [...head.matchAll(/^["']?([^"':\n]+)["']?\s*:/gm)].map(([, name]) => name);
  return {
    bump: ['major', 'minor', 'patch'].find((kind) => bumps.includes(kind)) ?? null,
    packages,
    body: body.trim(),
  };
}

/** Adds a section for `version` above the others: breaking changes first, then features, then fixes. */
export function addToChangelog({ changelog, version, changesets }) {
  if (changelog.includes(`\n## ${version}\n`)) throw new Error(`The change log already has ${version}.`);
  const titles = { major: 'Breaking', minor: 'New', patch: 'Fixed' };
  const parts = Object.entries(titles).flatMap(([bump, title]) => {
    const own = changesets.filter((one) => one.bump === bump && one.body !== '');
    return own.length === 0 ? [] : [`### ${title}\n\n${own.map(asEntry).join('\n')}`];
  });
  const section = [`## ${version}`, ...parts].join('\n\n');
  const at = changelog.search(/^## /m);
  if (at < 0) return `${changelog.trimEnd()}\n\n${section}\n`;
  return `${changelog.slice(0, at)}${section}\n\n${changelog.slice(at)}`;
}

function asEntry({ packages, body }) {
  const [first, ...rest] = body.split('\n');
  const lines = [
    `- ${packages.map((name) => `\`${name}\``).join(', ')}: ${first}`,
    ...rest.map((line) => (line ? `  ${line}` : '')),
  ];
  return lines.join('\n');
}

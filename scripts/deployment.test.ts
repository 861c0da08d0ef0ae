import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Argument lists that begin with our own command. */
const commandsIn = (text: string) =>
  [...text.matchAll(/^\s*(?:command|args|CMD):? \[(.*)\]$/gm)]
    .map(([, list = '']) => list.split(',').map((one) => one.trim().replaceAll(/^["']|["']$/g, '')))
    .filter(([first]) => first === 'serve');

describe('OPS-2 what the image, compose and Kubernetes start', () => {
  it('is the command itself, with options that it has', () => {
    expect(read('Dockerfile')).toMatch(/^ENTRYPOINT \["[^"]*\/ibid"\]$/m);
    const { stdout } = spawnSync(process.execPath, [join(root, 'packages/cli/ibid.js'), 'serve', '--help'], {
      encoding: 'utf8',
    });
    for (const [file, least] of [
      ['Dockerfile', 1],
      ['compose.yaml', 2],
      ['docs/kubernetes/ibid.yaml', 2],
    ] as const) {
      const commands = commandsIn(read(file));
      expect(commands.length, file).toBeGreaterThanOrEqual(least);
      for (const option of commands.flat().filter((one) => one.startsWith('--')))
        expect(stdout, `${file} ${option}`).toContain(`${option} `);
    }
  });

  it('is what the lock names, from images with a version', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile.match(/npm (?:ci|install|i)\b[^&]*/g)?.map((one) => one.trim())).toEqual([
      'npm ci --no-audit --no-fund',
      'npm ci --omit=dev --no-audit --no-fund',
    ]);
    const images = ['Dockerfile', 'compose.yaml', 'docs/kubernetes/ibid.yaml'].flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:FROM|image:) (\S+)/gm)].map(([, image = '']) => image),
    );
    expect(images.length).toBeGreaterThan(6);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+\.\d+(?:-[\w.-]+)?$/);
  });

  it('runs without rights that it does not need, and believes no address that a client made up', () => {
    const deployments = read('docs/kubernetes/ibid.yaml')
      .split('---')
      .filter((one) => /^kind: (?:Deployment|StatefulSet)$/mu.test(one));
    expect(deployments).toHaveLength(3);
    for (const deployment of deployments)
      for (const rule of [
        'runAsNonRoot: true',
        'allowPrivilegeEscalation: false',
        'readOnlyRootFilesystem: true',
        'capabilities: { drop: [ALL] }',
        'seccompProfile: { type: RuntimeDefault }',
        'automountServiceAccountToken: false',
      ])
        expect(deployment).toContain(rule);
    const manifest = read('docs/kubernetes/ibid.yaml');
    // Must not match a user or group of the host.
    for (const [, id] of manifest.matchAll(/(?:runAsUser|runAsGroup|fsGroup): (\d+)/g))
      expect(Number(id)).toBeGreaterThan(10_000);
    expect(manifest).toContain('requirepass %s');
    const policies = manifest.split('---').filter((one) => one.includes('kind: NetworkPolicy'));
    expect(
      policies.some((one) => /podSelector: \{\}\n {2}policyTypes: \[Ingress, Egress\]\n$/u.test(one)),
    ).toBe(true);
    expect(policies).toHaveLength(3);
    expect(read('docs/kubernetes/ibid.yaml')).not.toMatch(/^[^#]*IBID_TRUST_PROXY/m);
    expect(read('Dockerfile')).not.toContain('IBID_TRUST_PROXY');
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
    const compose = read('compose.yaml');
    expect(compose).toContain('--requirepass');
    for (const rule of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(compose).toContain(rule);
    // Where the proxy is trusted, only it can reach the servers.
    expect(compose.match(/^ {4}ports:/gm)).toHaveLength(1);
  });
});

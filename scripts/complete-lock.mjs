// npm leaves builds for other platforms out of the lock file when the registry at hand does not have them, and npm ci then
// refuses the lock. Run after npm install: it puts them back, so that the lock holds for every platform.
import fs from 'node:fs';
const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
const P = lock.packages;
let added = 0;
const odd = [];
for (const [path, entry] of Object.entries(P))
  for (const [name, spec] of Object.entries(entry.optionalDependencies ?? {})) {
    const found = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((p) => P[p]);
    if (found) continue;
    const t = name.toLowerCase();
    const os = /android/.test(t)
      ? 'android'
      : /darwin|macos/.test(t)
        ? 'darwin'
        : /freebsd/.test(t)
          ? 'freebsd'
          : /openharmony|ohos/.test(t)
            ? 'openharmony'
            : /win32|windows/.test(t)
              ? 'win32'
              : /netbsd/.test(t)
                ? 'netbsd'
                : /openbsd/.test(t)
                  ? 'openbsd'
                  : /sunos/.test(t)
                    ? 'sunos'
                    : /aix/.test(t)
                      ? 'aix'
                      : /linux/.test(t)
                        ? 'linux'
                        : null;
    const cpu = /wasm32/.test(t)
      ? 'wasm32'
      : /arm64|aarch64/.test(t)
        ? 'arm64'
        : /arm\b|arm-|armv7/.test(t)
          ? 'arm'
          : /ppc64/.test(t)
            ? 'ppc64'
            : /riscv64/.test(t)
              ? 'riscv64'
              : /s390x/.test(t)
                ? 's390x'
                : /ia32/.test(t)
                  ? 'ia32'
                  : /loong64/.test(t)
                    ? 'loong64'
                    : /mips64/.test(t)
                      ? 'mips64el'
                      : /x64/.test(t)
                        ? 'x64'
                        : null;
    if (!cpu || !/^\d+\.\d+\.\d+/.test(spec)) {
      odd.push(`${path} -> ${name}@${spec}`);
      continue;
    }
    const libc = /musl/.test(t) ? ['musl'] : os === 'linux' && /gnu/.test(t) ? ['glibc'] : undefined;
    P[`node_modules/${name}`] = {
      version: spec,
      cpu: [cpu],
      ...(entry.dev ? { dev: true } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    };
    added++;
  }
lock.packages = Object.fromEntries(Object.entries(P).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
fs.writeFileSync('package-lock.json', JSON.stringify(lock, null, 2) + '\n');
console.log('added', added, odd);

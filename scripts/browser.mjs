// The browser for tests, benchmarks and screenshots. Debian's headless shell uses the same engine as Chromium and takes
// a third of its CPU time for a new page (no profile, extensions or windows); Chromium works as well.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

export const BROWSER_PACKAGE = 'chromium-headless-shell';

/** Whether tests run in the headless shell, or in what the user chose. */
export const hasQuickBrowser = () =>
  process.env.CHROMIUM_PATH !== undefined || existsSync(`/usr/bin/${BROWSER_PACKAGE}`);

/** `CHROMIUM_PATH` if set, otherwise the first installed one, or undefined. */
export function chromiumPath() {
  const known = [
    `/usr/bin/${BROWSER_PACKAGE}`,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return process.env.CHROMIUM_PATH ?? known.find((path) => existsSync(path));
}

export function launchBrowser(...more) {
  const executablePath = chromiumPath();
  if (!executablePath)
    throw new Error(`There is no Chromium. Install ${BROWSER_PACKAGE} from Debian, or set CHROMIUM_PATH.`);
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Without a language in its environment, the headless shell says that it wants pages in `en-US@posix`.
    '--accept-lang=en-US,en',
    ...more,
  ];
  return chromium.launch({ executablePath, args });
}

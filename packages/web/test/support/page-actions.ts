import { PATIENCE } from './start-app.js';
import type { Page } from 'playwright-core';

const message = (page: Page) => page.getByRole('textbox', { name: 'Your message' });

/** Writes a message and sends it. */
export async function ask(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Waits until the last answer is complete. */
export async function answered(page: Page, count = 1): Promise<void> {
  await page
    .getByRole('button', { name: 'Copy answer' })
    .nth(count - 1)
    .waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

export const lastAnswer = (page: Page) => page.getByTestId('answer').last();

/** Creates a knowledge base through the page and adds documents to it. */
export async function makeBase(
  page: Page,
  name: string,
  documents: Record<string, string | Buffer>,
): Promise<string> {
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await page.getByRole('button', { name: 'New knowledge base' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByTestId('upload-input').setInputFiles(
    Object.entries(documents).map(([file, text]) => ({
      name: file,
      mimeType: typeof text === 'string' ? 'text/markdown' : '',
      buffer: Buffer.from(text),
    })),
  );
  // Scans are read here too, which takes minutes on a busy machine.
  await page.locator('[data-testid=job][data-state=done]').waitFor({ timeout: 4 * PATIENCE });
  return page.url();
}

/** Holds back the messages of conversations, like a slow server, until the returned function is called. */
export async function heldMessages(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const open = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/api\/conversations\/[^/]+\/messages/, async (route) => {
    await open;
    await route.continue();
  });
  return letThrough;
}

/** Posts to the server as the page does, for objects that a test only needs to exist. */
export async function post<Result>(page: Page, path: string, body: unknown): Promise<Result> {
  return page.evaluate(
    async ({ path: target, body: content }) => {
      const session = (await (await fetch('/api/session')).json()) as { csrfToken: string | null };
      const response = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrfToken ?? '' },
        body: JSON.stringify(content),
      });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Result;
    },
    { path, body },
  );
}

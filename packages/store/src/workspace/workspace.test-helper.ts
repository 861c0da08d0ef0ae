import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescriptorError } from '@ibid/core/internal';
import type { WorkspaceWrite } from '@ibid/core/internal';
import { afterEach, beforeEach } from 'vitest';
import { FolderWorkspace } from './folder-workspace.js';

/** A workspace in its own folder, with a secret next to it, new for every test. */
export class TestWorkspace {
  base = '';
  root = '';
  workspace!: FolderWorkspace;

  constructor() {
    beforeEach(async () => {
      this.base = await mkdtemp(join(tmpdir(), 'ibid-workspace-'));
      this.root = join(this.base, 'inside');
      this.workspace = new FolderWorkspace({ folder: this.root });
      await writeFile(join(this.base, 'secret'), 'secret');
    });
    afterEach(() => rm(this.base, { recursive: true, force: true }));
  }

  write(path: string, text: string, options: Partial<WorkspaceWrite> = {}) {
    const content = pieces(text);
    return this.workspace.write({ path, content, mode: 'write', create: true, existOk: true, ...options });
  }

  async text(path: string): Promise<string> {
    return Buffer.from(await this.workspace.read(path)).toString();
  }

  /** The files next to the workspace, with their content. */
  async outside(): Promise<Record<string, string>> {
    const names = (await readdir(this.base)).filter((name) => name !== 'inside');
    const files = names.map(async (name) => [name, await readFile(join(this.base, name), 'utf8')] as const);
    return Object.fromEntries(await Promise.all(files));
  }
}

export async function* pieces(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

/** `ok`, or the type of the error reported to the model. */
export async function outcomeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => 'ok',
    (error: unknown) => (error instanceof DescriptorError ? error.type : Promise.reject(error as Error)),
  );
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  IdentityProviderSchema,
  ModelChoiceSchema,
  ModelWindowsSchema,
  ProviderSettingSchema,
} from '../api/schemas/index.js';
import { HttpError } from '../errors/index.js';

/** A process that this server starts. Only someone who can write the file may set it; never over HTTP. */
const McpProcessSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,29}$/u),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  enabled: z.boolean().default(true),
});

export type McpProcess = z.infer<typeof McpProcessSchema>;

const SettingsFileSchema = z.object({
  providers: z.array(ProviderSettingSchema).default([]),
  models: ModelChoiceSchema.default({}),
  windows: ModelWindowsSchema.default({}),
  mcpServers: z.array(McpProcessSchema).max(20).default([]),
  identityProviders: z.array(IdentityProviderSchema).max(10).default([]),
});

export type SettingsFile = z.infer<typeof SettingsFileSchema>;

const SETTINGS_FILE_NAME = 'settings.json';

/** Cached, because every turn reads it. Changes take effect at most this much later. */
const MEMORY_MILLISECONDS = 1_000;
const remembered = new Map<string, { at: number; file: Promise<SettingsFile> }>();

/** `settings.json` of the data folder, as an alternative to the page. Absent: nothing is set. */
export function readSettingsFile(dataFolder: string): Promise<SettingsFile> {
  const known = remembered.get(dataFolder);
  const now = performance.now();
  if (known && now - known.at < MEMORY_MILLISECONDS) return known.file;
  const file = read(dataFolder);
  remembered.set(dataFolder, { at: now, file });
  return file;
}

async function read(dataFolder: string): Promise<SettingsFile> {
  const path = join(dataFolder, SETTINGS_FILE_NAME);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return { providers: [], models: {}, windows: {}, mcpServers: [], identityProviders: [] };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidSettingsFile(path, whereOf(error as Error, text));
  }
  const parsed = SettingsFileSchema.safeParse(value);
  if (!parsed.success) throw new InvalidSettingsFile(path, z.prettifyError(parsed.error));
  return parsed.data;
}

/** The position of the error, but not the text there, which may be a key. */
function whereOf({ message }: Error, text: string): string {
  const at = /position (\d+)/u.exec(message)?.[1];
  if (at === undefined) return 'it is not valid JSON; perhaps it was cut short';
  return `it is not valid JSON from line ${text.slice(0, Number(at)).split('\n').length} on`;
}

/** Anyone who can reach the server may read this message, so it contains no values of the file. */
class InvalidSettingsFile extends HttpError {
  readonly code = 'invalid_settings_file';
  readonly status = 503;
  readonly title = 'Settings cannot be read';

  constructor(path: string, reason: string) {
    super(`The settings file ${path} cannot be used: ${reason}. Correct it, or delete it.`);
  }
}

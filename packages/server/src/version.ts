import { readFileSync } from 'node:fs';
import { packageUrl } from '@ibid/retrieval/internal';

const manifest = JSON.parse(readFileSync(packageUrl(import.meta.url, 'package.json'), 'utf8')) as {
  version: string;
};

export const version: string = manifest.version;

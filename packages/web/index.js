import { fileURLToPath } from 'node:url';

/** Folder of the built page; a server serves it as static files. */
export const webDistFolder = fileURLToPath(new URL('./dist', import.meta.url));

/** What vitest.config.ts puts in the place of password-cost.ts. Servers in a process of their own have the real one. */
export const PASSWORD_COST = { N: 256, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** vitest.config.ts uses this in place of password-cost.ts. Servers in a separate process use the real one. */
export const PASSWORD_COST = { N: 256, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Of scrypt. In a separate file, so tests that run servers in their own process can replace it with a cheap one. */
export const PASSWORD_COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Of scrypt. In a file of its own, so that tests of servers in their own process can put a cheap one in its place. */
export const PASSWORD_COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

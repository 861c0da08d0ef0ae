/** Names and addresses that only lead to this machine. */
export function isLoopbackName(name: string): boolean {
  const plain = name.replaceAll(/^\[|\]$/gu, '').toLowerCase();
  return plain === 'localhost' || plain === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(plain);
}

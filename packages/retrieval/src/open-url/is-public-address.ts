import { BlockList, isIPv4, isIPv6 } from 'node:net';

// Ranges outside the public internet: private, loopback, link-local, shared, documentation, benchmarking, multicast,
// reserved, and those that embed an IPv4 address in an IPv6 one.
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blocked = new BlockList();
for (const range of NOT_PUBLIC_4) addRange(blocked, range, 'ipv4');
for (const range of NOT_PUBLIC_6) addRange(blocked, range, 'ipv6');
/** The only part of IPv6 allocated for the public internet. */
const globalUnicast = new BlockList();
addRange(globalUnicast, '2000::/3', 'ipv6');

/** Whether an address belongs to the public internet, so opening it cannot reach a private network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', bits = ''] = range.split('/');
  list.addSubnet(network, Number(bits), family);
}

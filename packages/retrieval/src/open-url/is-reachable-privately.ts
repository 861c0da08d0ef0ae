import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { isPublicAddress } from './is-public-address.js';

const inside = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

/** Also allows addresses of private networks and of this machine, for hosts that were allowed by name. */
export function isReachablePrivately(address: string): boolean {
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  if (family === null || handsOutKeys(address)) return false;
  return isPublicAddress(address) || inside.check(address, family);
}

const services = new BlockList();
services.addSubnet('169.254.0.0', 16, 'ipv4');
services.addAddress('100.100.100.200', 'ipv4');
services.addSubnet('fe80::', 10, 'ipv6');
services.addAddress('fd00:ec2::254', 'ipv6');

/** Whether this is a cloud metadata address, which hands out the machine's keys. Ibid needs nothing there. */
export function handsOutKeys(address: string): boolean {
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  return family !== null && services.check(address, family);
}

import { BlockList, isIPv4, isIPv6 } from 'node:net';

const services = new BlockList();
services.addSubnet('169.254.0.0', 16, 'ipv4');
services.addAddress('100.100.100.200', 'ipv4');
services.addSubnet('fe80::', 10, 'ipv6');
services.addAddress('fd00:ec2::254', 'ipv6');

/** Whether clouds give the keys of the machine to whoever asks at this address: nothing that Ibid needs is there. */
export function handsOutKeys(address: string): boolean {
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  return family !== null && services.check(address, family);
}

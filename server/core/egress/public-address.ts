import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** True for an IP address of the internet: none that is private, local, shared, reserved, or that contains another one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  // The library knows ranges with a purpose; most of IPv6 has none and is not routed.
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

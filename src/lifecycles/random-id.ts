/**
 * A new id of 64 random bits. Two copies of React number their ids alike, so only random ids keep two mounts apart;
 * `crypto.randomUUID` is unavailable on insecure origins.
 */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

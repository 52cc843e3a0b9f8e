/**
 * A fresh id of 64 random bits. Two copies of React count their ids alike, so that only chance keeps two mounts apart;
 * `crypto.randomUUID` is missing on a host that is not served securely.
 */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { timingSafeEqual } from 'node:crypto';

/** The dependencies for signing URLs. */
export interface FileSigner {
  /** A keyed hash of the text, hex. */
  sign: (text: string) => string;
  now: () => Date;
}

/** The parts of a signed URL, as received from a client. */
export interface SignedFile {
  key: string;
  fileName: string;
  /** Unix seconds. */
  expires: string;
  signature: string;
}

const signatureOf = ({ sign }: FileSigner, { key, fileName, expires }: Omit<SignedFile, 'signature'>): string =>
  sign(['file', key, fileName, expires].join('\n'));

/** Path and query that allow the file to be downloaded until they expire. */
export function signedFileUrl(signer: FileSigner, key: string, fileName: string, expiresInSeconds: number): string {
  const expires = String(Math.floor(signer.now().getTime() / 1000) + expiresInSeconds);
  const query = new URLSearchParams({ key, expires, signature: signatureOf(signer, { key, fileName, expires }) });
  return `/v1/files/${encodeURIComponent(fileName)}?${query}`;
}

/** Verifies a signed URL: its signature and its expiry. */
export function checkSignedFile(signer: FileSigner, file: SignedFile): 'valid' | 'expired' | 'forged' {
  const expected = Buffer.from(signatureOf(signer, file));
  const signature = Buffer.from(file.signature);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return 'forged';
  return Number(file.expires) * 1000 > signer.now().getTime() ? 'valid' : 'expired';
}

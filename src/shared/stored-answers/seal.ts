/** Encrypts and authenticates text; `purpose` has to be the same in both directions. */
export interface Seal {
  seal: (text: string, purpose: string) => Promise<string>;
  /** Rejects if the text was sealed with another key or for another purpose, or was changed. */
  open: (sealed: string, purpose: string) => Promise<string>;
}

const algorithm = 'AES-GCM';
const nonceBytes = 12;
/** How many bytes become text at once: an engine limits the number of arguments. */
const bytesAtOnce = 8192;

/**
 * AES-256-GCM with a random nonce; the sealed text has one character a byte, which browsers store as one byte. `key` is base64 of 256 bits.
 * Undefined where browsers offer no cryptography, which is on pages without HTTPS.
 */
export function createSeal(key: string): Seal | undefined {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  const imported = subtle.importKey('raw', bytesOf(atob(key)), algorithm, false, ['encrypt', 'decrypt']);
  // Its users handle the rejection.
  imported.catch(() => undefined);
  const parameters = (iv: Uint8Array<ArrayBuffer>, purpose: string) => ({
    name: algorithm,
    iv,
    additionalData: new TextEncoder().encode(purpose),
  });
  return {
    seal: async (text, purpose) => {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const sealed = await subtle.encrypt(parameters(nonce, purpose), await imported, new TextEncoder().encode(text));
      return textOf(nonce) + textOf(new Uint8Array(sealed));
    },
    open: async (sealed, purpose) => {
      const bytes = bytesOf(sealed);
      const opened = await subtle.decrypt(
        parameters(bytes.slice(0, nonceBytes), purpose),
        await imported,
        bytes.subarray(nonceBytes),
      );
      return new TextDecoder().decode(opened);
    },
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += bytesAtOnce)
    text += String.fromCharCode(...bytes.subarray(start, start + bytesAtOnce));
  return text;
}

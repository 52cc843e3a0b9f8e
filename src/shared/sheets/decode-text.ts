import { codePages } from './code-pages.ts';
import type { Encoding } from './encodings.ts';

/** The text of a file, without its byte order mark; `isWhole` is false if some of its bytes are not in the encoding, and replaced. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): { text: string; isWhole: boolean } {
  if (isCodePage(encoding)) {
    const text = decodeCodePage(bytes, encoding);
    return { text, isWhole: !text.includes('\ufffd') };
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isWhole: true };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), isWhole: false };
  }
}

const isCodePage = (encoding: Encoding): encoding is keyof typeof codePages => encoding in codePages;

function decodeCodePage(bytes: Uint8Array, page: keyof typeof codePages): string {
  const beyond = codePages[page];
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += decodedAtOnce) {
    const codes = Array.from(bytes.subarray(start, start + decodedAtOnce), (byte) =>
      byte < 0x80 ? byte : beyond.charCodeAt(byte - 0x80),
    );
    parts.push(String.fromCharCode(...codes));
  }
  return parts.join('');
}

/** An argument each. */
const decodedAtOnce = 8192;

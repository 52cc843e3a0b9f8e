/** The encodings of a text file, by the names that `TextDecoder` has for them. */
export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252 (Western)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1257': 'Windows-1257 (Baltic)',
  shift_jis: 'Shift-JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gb18030: 'GB18030, GBK (Chinese)',
  big5: 'Big5 (Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
} as const;

/** The name of an encoding. */
export type Encoding = keyof typeof encodings;

/** How many bytes at the start tell the encoding. */
const looked = 64 * 1024;

/**
 * The encoding of a text: by its byte order mark; UTF-16 without one by the zeros of Latin letters; UTF-8 if all of it is; else
 * a guess at what a spreadsheet writes in the language of its words.
 */
export async function encodingOf(bytes: Uint8Array): Promise<{ encoding: Encoding; isGuess: boolean }> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isGuess: false };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isGuess: false };
  const start = bytes.subarray(0, looked);
  const zeros = [0, 0];
  start.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > start.length / 8)
    return { encoding: odd >= even ? 'utf-16le' : 'utf-16be', isGuess: false };
  if (isUtf8(bytes)) return { encoding: 'utf-8', isGuess: false };
  const { guessEncoding } = await import('./guess-encoding.ts');
  return { encoding: guessEncoding(start), isGuess: true };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file, without its byte order mark. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes);

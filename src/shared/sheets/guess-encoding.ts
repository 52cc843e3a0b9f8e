import { findNotUtf8 } from '@quartermaster/contract/utf8-text.ts';
import { analyse } from 'chardet';
import type { Encoding } from './encodings.ts';
import { guessLanguage } from './guess-language.ts';

/** The library's names of double-byte encodings. It also knows others, and takes short texts in them for Western. */
const doubleByte: ReadonlyMap<string, Encoding> = new Map([
  ['Shift_JIS', 'shift_jis'],
  ['EUC-JP', 'euc-jp'],
  ['GB18030', 'gb18030'],
  ['Big5', 'big5'],
  ['EUC-KR', 'euc-kr'],
]);
/** The confidence from which a recognised language is believed, of 100. */
const confident = 50;
/** The library believes no text that is shorter. */
const leastBytes = 400;

/**
 * Guesses the encoding of a text that is not Unicode, from its words with other characters than ASCII: the others would make it
 * look Western.
 */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const words = otherWords(bytes);
  if (words.length === 0) return 'windows-1252';
  // A file to which another program has added lines.
  if (words.filter((word) => findNotUtf8(word) === undefined).length > words.length / 2) return 'utf-8';
  const found = guessLanguage(words);
  return found.isClear ? found.encoding : (eastAsian(words) ?? found.encoding);
}

const isEnd = (byte: number): boolean => byte < 0x30 || (byte >= 0x3a && byte <= 0x3f);

/** How many bytes of such words tell the encoding, wherever in the file they are. */
const looked = 16 * 1024;

function otherWords(bytes: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = [];
  let [start, isOther, found] = [0, false, 0];
  for (let at = 0; at <= bytes.length && found < looked; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) isOther = true;
    if (!isEnd(byte)) continue;
    if (isOther) words.push(bytes.subarray(start, at));
    if (isOther) found += at - start;
    [start, isOther] = [at + 1, false];
  }
  return words;
}

function eastAsian(words: readonly Uint8Array[]): Encoding | undefined {
  const sample: number[] = [];
  while (sample.length < leastBytes) for (const word of words) sample.push(...word, 0x20);
  const found = new Map<string, number>(
    analyse(Uint8Array.from(sample)).map(({ name, confidence }) => [name, confidence]),
  );
  const [best] = [...doubleByte]
    .map(([name, encoding]) => ({ encoding, confidence: found.get(name) ?? 0 }))
    .toSorted((a, b) => b.confidence - a.confidence);
  if (best && best.confidence >= confident) return best.encoding;
  const likely = (['shift_jis', 'big5', 'gb18030', 'euc-kr'] as const).find((encoding) => isCommon(words, encoding));
  return likely;
}

/** Where the frequent characters of an encoding are: the ranges of their first bytes, and the least second byte. */
const frequent = {
  shift_jis: { first: [0x88, 0x97], second: 0x40 },
  big5: { first: [0xa4, 0xc6], second: 0x40 },
  gb18030: { first: [0xb0, 0xd7], second: 0xa1 },
  'euc-kr': { first: [0xb0, 0xc8], second: 0xa1 },
} as const;

/** True if words are made of the frequent characters of an encoding; those of other languages have letters between. */
function isCommon(words: readonly Uint8Array[], encoding: keyof typeof frequent): boolean {
  const { first, second } = frequent[encoding];
  let [common, others] = [0, 0];
  for (const word of words) {
    for (let at = 0; at < word.length; at += 1) {
      const byte = word[at] ?? 0;
      if (byte >= first[0] && byte <= first[1] && (word[at + 1] ?? 0) >= second) {
        common += 1;
        at += 1;
      } else others += 1;
    }
  }
  return common > 1 && common > 4 * others;
}

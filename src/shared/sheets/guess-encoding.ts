import { findNotUtf8 } from '@quartermaster/contract/utf8-text.ts';
import { analyse } from 'chardet';
import type { Encoding } from './encodings.ts';

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
  return (
    eastAsian(words) ??
    (isCyrillic(words) ? 'windows-1251' : isCentralEuropean(words) ? 'windows-1250' : 'windows-1252')
  );
}

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte));
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

/** Cyrillic words have no other letters, and capitals only at their start or everywhere. */
function isCyrillic(words: readonly Uint8Array[]): boolean {
  const isWord = (word: Uint8Array) => {
    const text = new TextDecoder('windows-1251').decode(word);
    return (
      /^[А-ЯЁ]?[а-яё]+$|^[А-ЯЁ]+$/.test(text.replaceAll(/[^\p{L}]/gu, '')) && !/[^\p{L}\p{P}A-Za-z0-9]/u.test(text)
    );
  };
  return words.some(({ length }) => length > 1) && words.filter(isWord).length > words.length * 0.7;
}

/** Bytes that are letters of Poland, Hungary or Czechia, and signs of Western Europe, which no word contains. */
const centralLetters = new Set([
  0x8c, 0x8d, 0x8f, 0x9c, 0x9d, 0x9f, 0xa3, 0xa5, 0xaa, 0xaf, 0xb3, 0xb9, 0xba, 0xbc, 0xbe, 0xbf,
]);
/** Of them, those that Western languages write. */
const westernLetters = new Set([0x8c, 0x9c, 0x9f]);

function isCentralEuropean(words: readonly Uint8Array[]): boolean {
  let [central, western] = [0, 0];
  for (const word of words)
    word.forEach((byte, at) => {
      const isIn = isLetter(word[at - 1]) || isLetter(word[at + 1]) || (word[at + 1] ?? 0) >= 0xc0;
      if (centralLetters.has(byte) && !westernLetters.has(byte) && isIn) central += 1;
      // Umlauts, grave accents, tildes and circles: none of these are Polish.
      else if ([0xe0, 0xe5, 0xe8, 0xf1, 0xe3, 0xf5, 0xf8].includes(byte)) western += 1;
    });
  return central > western;
}

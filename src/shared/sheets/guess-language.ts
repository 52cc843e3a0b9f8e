import { decodeText } from './decode-text.ts';
import type { Encoding } from './encodings.ts';

/** A language, its letters beyond ASCII by how often they are written, and the encodings that its programs write. */
interface Language {
  letters: string;
  /** True if its words have no Latin letters. */
  isScript?: boolean;
  encodings: readonly Encoding[];
}

const languages: readonly Language[] = [
  { letters: 'éäèöüàçóßíñáãêâîôåøæûúùëïœõòìýð', encodings: ['windows-1252', 'macintosh', 'ibm850', 'ibm437'] },
  { letters: 'ąęółśżćźń', encodings: ['windows-1250', 'iso-8859-2', 'ibm852'] },
  { letters: 'íáéěšřčýžůúťďňóľôĺŕä', encodings: ['windows-1250', 'iso-8859-2', 'ibm852'] },
  { letters: 'áéöőíóüúű', encodings: ['windows-1250', 'iso-8859-2', 'ibm852'] },
  { letters: 'čšžćđăâîşţ', encodings: ['windows-1250', 'iso-8859-2', 'ibm852'] },
  { letters: 'ıışğüçöâî', encodings: ['windows-1254', 'ibm857'] },
  { letters: 'ėšųįąžūčęāīēņļķģõäöü', encodings: ['windows-1257', 'ibm775'] },
  { letters: 'đươăâêôáàíìóòúéèùãõý\u0301\u0300\u0323\u0309\u0303', encodings: ['windows-1258'] },
  { letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', isScript: true, encodings: ['windows-1251', 'koi8-r', 'ibm866'] },
  { letters: 'оанивтерсілкудмпзяьбгчйхцїюжєшщґф', isScript: true, encodings: ['windows-1251'] },
  { letters: 'ατοιεηνσρςκπυλμωίόάέγήδχθύφβξζώψϊ', isScript: true, encodings: ['windows-1253', 'ibm737'] },
  { letters: 'יוהלארתמבשנעכדחקפגםטצסזןךץף', isScript: true, encodings: ['windows-1255', 'ibm862'] },
  { letters: 'اليمونتربةعدسفهكقحجشطصىخأضذزغثظئءؤآإ', isScript: true, encodings: ['windows-1256'] },
  { letters: 'านรอกเงมยลวดทสตะปบหคแจพชขใไโผธณถซศฟภ่้ีัิู์ึื็ุำ', isScript: true, encodings: ['windows-874'] },
];

/** What a character costs that no text of a language has, and one that is punctuation. */
const [strange, punctuation] = [9, 3];
/** Costs of signs that a wrong encoding has: a capital behind a small letter, and letters of two scripts in one word. */
const [oddCapital, twoScripts] = [5, 5];
/** A word of a script costs less a letter; short texts of others are not taken for it. */
const clear = 3.8;

const signs = /[\u2013-\u2026\u20ac«»¿¡°§·№€×\u00a0¸´`´’]/u;

/** The encoding in which words are most likely to be a language, and whether they clearly are one of another script. */
export function guessLanguage(words: readonly Uint8Array[]): { encoding: Encoding; isClear: boolean } {
  let best = { encoding: 'windows-1252' as Encoding, cost: Number.POSITIVE_INFINITY, isScript: false };
  const texts = new Map<Encoding, readonly string[]>();
  for (const { letters, isScript = false, encodings } of languages)
    for (const [preference, encoding] of encodings.entries()) {
      const decoded = texts.get(encoding) ?? words.map((word) => decodeText(word, encoding).text);
      texts.set(encoding, decoded);
      const cost = costOf(decoded, letters, isScript) + preference * 0.2;
      if (cost < best.cost) best = { encoding, cost, isScript };
    }
  // German letters have the same bytes in Windows-1250: prefer 1252.
  const western = texts.get('windows-1252');
  const isWestern = texts.get(best.encoding)?.every((text, index) => text === western?.[index]);
  if (isWestern) return { encoding: 'windows-1252', isClear: false };
  return { encoding: best.encoding, isClear: best.isScript && best.cost < clear };
}

/** The mean cost of the characters beyond ASCII: few for those that a language often has. */
function costOf(words: readonly string[], letters: string, isScript: boolean): number {
  let [cost, count] = [0, 0];
  for (const word of words) {
    const characters = Array.from(word);
    characters.forEach((character, at) => {
      if (character < '\x80') return;
      count += 1;
      const [before = ' ', after = ' '] = [characters[at - 1], characters[at + 1]];
      const small = character.toLowerCase();
      const rank = letters.indexOf(small);
      if (rank >= 0) cost += Math.log2(rank + 2) * (isScript ? 0.8 : 1);
      else cost += signs.test(character) ? punctuation : strange;
      if (character !== small && /\p{Ll}/u.test(before)) cost += oddCapital;
      if (isScript && (/[a-z]/i.test(before) || /[a-z]/i.test(after))) cost += twoScripts;
      if (!isScript && before >= '\x80' && after >= '\x80' && /\p{L}/u.test(before + after)) cost += twoScripts / 2;
    });
  }
  return count === 0 ? Number.POSITIVE_INFINITY : cost / count;
}

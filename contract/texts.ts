/** Shown texts: how they are searched and sorted, on the server and in the console alike. */

/** Accents, and what readers leave out: points of Hebrew, Arabic and Syriac, and the tatweel that lengthens a word. */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08ca-\u08e1\u08e3-\u08ff]/g;

/** Letters that Unicode does not take apart, as they are typed where a keyboard lacks them. */
const plain: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ȷ: 'j' },
};
const letters = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

const katakana = /[\u30a1-\u30f6\u30fd]/g;
const toHiragana = (kana: string): string => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60);

/**
 * A text as it is searched: without case, accents, vowel points and different forms of the same character (full and half
 * width, ligatures, ß, æ, the dotless i, final sigma), katakana as hiragana. The database's function `fold` returns the same.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll(marks, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(letters, (letter) => plain[letter] ?? letter)
    .replaceAll(katakana, toHiragana)
    .replaceAll(marks, '')
    .normalize('NFC');

/** True if a text contains another one, both {@link foldText | folded}. */
export const containsText = (text: string, sought: string): boolean => foldText(text).includes(foldText(sought));

/** English sorts by ICU's root collation, as the database's collation `natural` does: `Item 2` before `Item 10`. */
const collator = new Intl.Collator('en', { numeric: true });

/** Compares two texts as lists are sorted: Äpfel, apple, Zebra; those that differ in nothing else by their characters. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

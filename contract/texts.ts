/** Shown texts: how they are searched and sorted, on the server and in the console alike. */

const marks = /[\u0300-\u036f]/g;
const plain: Readonly<Record<string, string>> = { ς: 'σ', ø: 'o', ł: 'l', đ: 'd', ß: 'ss' };

/**
 * A text as it is searched: without case, accents and different forms of the same character (full width, ligatures, ß, final
 * sigma). The database's function `fold` returns the same.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll(marks, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ςøłđß]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(marks, '')
    .normalize('NFC');

/** True if a text contains another one, both {@link foldText | folded}. */
export const containsText = (text: string, sought: string): boolean => foldText(text).includes(foldText(sought));

/** English sorts by ICU's root collation, as the database's collation `natural` does: `Item 2` before `Item 10`. */
const collator = new Intl.Collator('en', { numeric: true });

/** Compares two texts as lists are sorted: Äpfel, apple, Zebra; those that differ in nothing else by their characters. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

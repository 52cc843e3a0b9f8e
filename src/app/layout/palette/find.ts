import { foldText } from '@quartermaster/contract/texts.ts';

interface Findable {
  label: string;
  about?: string | undefined;
  /** Further words by which it is found. */
  words?: string | undefined;
}

/** The matches that need other words than those of the label, and those within words. */
const byOthers = 2;
const withinWords = 3;

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * How well an entry matches what is typed; undefined if it does not: 0 for the beginning of its label, 1 for words in it, 2 if its other
 * words are needed, 3 for parts within the words of its label.
 */
function matchOf({ label, about = '', words = '' }: Findable, typed: string): number | undefined {
  const text = foldText(label);
  const sought = foldText(typed).trim();
  if (text.startsWith(sought)) return 0;
  const soughtWords = sought.split(/\s+/);
  const isIn = (known: readonly string[]) =>
    soughtWords.every(
      (word) => known.some((one) => one.startsWith(word)) || (text.includes(` ${word}`) && word !== ''),
    );
  const ownWords = wordsOf(text);
  if (isIn(ownWords)) return 1;
  if (isIn([...ownWords, ...wordsOf(foldText(`${about} ${words}`))])) return byOthers;
  return soughtWords.every((word) => text.includes(word)) ? withinWords : undefined;
}

/** Of found items, those with this label, key or id come first, then those whose label begins so; the others stay in their order. */
export function closestFirst<T extends { id: number; internal_label: string; key: string | null }>(
  found: readonly T[],
  typed: string,
): T[] {
  const sought = foldText(typed).trim();
  const distanceOf = ({ id, internal_label, key }: T) => {
    const label = foldText(internal_label);
    if ([label, foldText(key ?? ''), `${id}`, `#${id}`].includes(sought)) return 0;
    return label.startsWith(sought) ? 1 : 2;
  };
  return found.toSorted((a, b) => distanceOf(a) - distanceOf(b));
}

/**
 * The entries that match what is typed, the best first, at most `limit`: those with words that begin so, and the `others` with parts within
 * words. `isByLabel` if the best one needs only its label.
 */
export function bestOf<T extends Findable>(entries: readonly T[], typed: string, limit: number) {
  const found = entries
    .flatMap((entry) => {
      const match = matchOf(entry, typed);
      return match === undefined ? [] : [{ entry, match }];
    })
    .sort((a, b) => a.match - b.match)
    .slice(0, limit);
  const entriesOf = (isWithin: boolean) =>
    found.filter(({ match }) => match >= withinWords === isWithin).map(({ entry }) => entry);
  return { best: entriesOf(false), others: entriesOf(true), isByLabel: (found[0]?.match ?? byOthers) < byOthers };
}

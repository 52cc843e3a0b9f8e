import { foldText } from '@quartermaster/contract/texts.ts';

/** Whether a text contains every typed word, and how well: lower is better; undefined if it does not. */
export function matchOf(label: string, typed: string): number | undefined {
  const text = foldText(label);
  const sought = foldText(typed).trim();
  const words = sought.split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return undefined;
  const [first = ''] = words;
  if (text.startsWith(sought)) return 0;
  return text.startsWith(first) || text.includes(` ${first}`) ? 1 : 2;
}

/** The entries that match what is typed, the best first, at most `limit`. */
export const bestOf = <T extends { label: string }>(entries: readonly T[], typed: string, limit: number): T[] =>
  entries
    .flatMap((entry) => {
      const match = matchOf(entry.label, typed);
      return match === undefined ? [] : [{ entry, match }];
    })
    .sort((a, b) => a.match - b.match)
    .slice(0, limit)
    .map(({ entry }) => entry);

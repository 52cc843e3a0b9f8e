/** A part of a text, and whether the other text lacks it. */
export interface TextPart {
  text: string;
  isOwn: boolean;
}

/** The most words of two texts that are compared one by one. */
const mostWords = 200;

/** Two texts in parts, of which those are marked that the other one lacks: within a word by characters, else by words. */
export function splitDifference(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const letters = sharedEnds(lettersOf(before), lettersOf(after));
  const isOneWord = [letters.was, letters.is].every((middle) => wordsOf(middle.join('')).length < 2);
  const { first, was, is, last } = isOneWord ? letters : sharedEnds(wordsOf(before), wordsOf(after));
  // What happens to be in both of two words says nothing.
  const shared = isOneWord ? sharedWords([], []) : sharedWords(was, is);
  const partsOf = (middle: readonly string[], isShared: ReadonlySet<number>) =>
    joined([
      { text: first.join(''), isOwn: false },
      ...middle.map((text, index) => ({ text, isOwn: !isShared.has(index) })),
      { text: last.join(''), isOwn: false },
    ]);
  return { before: partsOf(was, shared.was), after: partsOf(is, shared.is) };
}

/** What two texts share at their start and end, and what is between. */
function sharedEnds(was: readonly string[], is: readonly string[]) {
  const most = Math.min(was.length, is.length);
  let start = 0;
  while (start < most && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < most - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  return {
    first: was.slice(0, start),
    was: was.slice(start, was.length - end),
    is: is.slice(start, is.length - end),
    last: was.slice(was.length - end),
  };
}

/** Letters with their signs, and joined emoji. Firefox has `Intl.Segmenter` only from version 125 on. */
const lettersOf = (text: string): string[] => text.match(/[\s\S](?:[\p{M}\p{Emoji_Modifier}]|\u200d[\s\S])*/gu) ?? [];

/** Words, and single characters between them. */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((part) =>
    /^[\p{L}\p{M}\p{N}]/u.test(part) ? [part] : lettersOf(part),
  );

/** The places of a longest sequence of words that both have; none of long texts. */
function sharedWords(was: readonly string[], is: readonly string[]) {
  const found = { was: new Set<number>(), is: new Set<number>() };
  if (was.length > mostWords || is.length > mostWords) return found;
  // How many words the rests of both share, from each place on.
  const counts = was.map(() => new Uint16Array(is.length + 1));
  const countAt = (row: number, column: number) => counts[row]?.[column] ?? 0;
  for (let row = was.length - 1; row >= 0; row -= 1)
    for (let column = is.length - 1; column >= 0; column -= 1) {
      const ofRow = counts[row];
      if (ofRow)
        ofRow[column] =
          was[row] === is[column]
            ? countAt(row + 1, column + 1) + 1
            : Math.max(countAt(row + 1, column), countAt(row, column + 1));
    }
  for (let row = 0, column = 0; row < was.length && column < is.length; ) {
    if (was[row] === is[column]) {
      found.was.add(row++);
      found.is.add(column++);
    } else if (countAt(row + 1, column) >= countAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return found;
}

function joined(parts: readonly TextPart[]): TextPart[] {
  const found: TextPart[] = [];
  for (const part of parts) {
    if (part.text === '') continue;
    const previous = found.at(-1);
    if (previous?.isOwn === part.isOwn) previous.text += part.text;
    else found.push({ ...part });
  }
  return found;
}

/** A piece of a comment, as it is displayed. */
export type CommentPiece =
  | { kind: 'text' | 'code' | 'mention'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold'; pieces: CommentPiece[] };

/** What ends a sentence, and so is no part of a link before it; brackets are, if they are opened in it. */
const afterLink = '.,;:!?\'"»)]}';

const openers = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

const linkStart = /https?:\/\/[^\s<>"`*]+/iy;

/** Reads the text of a comment: links, `code`, **bold** and the names of mentioned people; all else is plain text. */
export function parseComment(text: string, names: readonly string[] = []): CommentPiece[] {
  // A name may begin with another one.
  const longestFirst = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length);
  return parsePart(text, longestFirst, true);
}

function parsePart(text: string, names: readonly string[], mayBeBold: boolean): CommentPiece[] {
  const pieces: CommentPiece[] = [];
  let plain = '';
  let position = 0;
  while (position < text.length) {
    const found = pieceAt(text, position, names, mayBeBold);
    if (!found) {
      plain += text[position];
      position += 1;
      continue;
    }
    if (plain !== '') pieces.push({ kind: 'text', text: plain });
    plain = '';
    pieces.push(found.piece);
    position = found.end;
  }
  if (plain !== '') pieces.push({ kind: 'text', text: plain });
  return pieces;
}

interface Found {
  piece: CommentPiece;
  end: number;
}

function pieceAt(text: string, at: number, names: readonly string[], mayBeBold: boolean): Found | undefined {
  switch (text[at]) {
    case '`':
      return codeAt(text, at);
    case '*':
      return mayBeBold ? boldAt(text, at, names) : undefined;
    case '@':
      return mentionAt(text, at, names);
    case 'h':
    case 'H':
      return linkAt(text, at);
    default:
      return undefined;
  }
}

/** The text between two marks on one line; undefined if there is none. */
function between(text: string, at: number, mark: string): { inner: string; end: number } | undefined {
  const start = at + mark.length;
  if (!text.startsWith(mark, at)) return undefined;
  const line = text.indexOf('\n', start);
  const rest = text.slice(start, line === -1 ? undefined : line);
  const length = rest.indexOf(mark);
  const inner = rest.slice(0, Math.max(0, length));
  return inner.trim() === '' ? undefined : { inner, end: start + length + mark.length };
}

function codeAt(text: string, at: number): Found | undefined {
  const found = between(text, at, '`');
  return found && { piece: { kind: 'code', text: found.inner }, end: found.end };
}

function boldAt(text: string, at: number, names: readonly string[]): Found | undefined {
  const found = between(text, at, '**');
  if (!found || found.inner.trim() !== found.inner) return undefined;
  return { piece: { kind: 'bold', pieces: parsePart(found.inner, names, false) }, end: found.end };
}

function mentionAt(text: string, at: number, names: readonly string[]): Found | undefined {
  const name = names.find((one) => text.startsWith(one, at + 1) && !isLetter(text[at + 1 + one.length]));
  return name === undefined ? undefined : { piece: { kind: 'mention', text: `@${name}` }, end: at + 1 + name.length };
}

const isLetter = (character = ''): boolean => /[\p{L}\p{N}]/u.test(character);

function linkAt(text: string, at: number): Found | undefined {
  if (isLetter(text[at - 1])) return undefined;
  linkStart.lastIndex = at;
  const found = linkStart.exec(text)?.[0];
  const address = found && withoutEnd(found);
  const href = address === undefined ? undefined : safeHref(address);
  return address === undefined || href === undefined
    ? undefined
    : { piece: { kind: 'link', text: address, href }, end: at + address.length };
}

/** The text without what ends the sentence around it. */
function withoutEnd(text: string): string {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const countOf = (character: string) => counts.get(character) ?? 0;
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    const opener = openers.get(last);
    if (!afterLink.includes(last) || (opener !== undefined && countOf(opener) >= countOf(last))) break;
    counts.set(last, countOf(last) - 1);
  }
  return text.slice(0, end);
}

/** The address of a link; undefined if it leads elsewhere than it seems to, or is none. */
function safeHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && username === '' && password === '' ? href : undefined;
}

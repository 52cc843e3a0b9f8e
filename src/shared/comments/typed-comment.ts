import { commentLimits } from '@quartermaster/contract/rules/comments.ts';
import type { TypedComment } from '../data/comments.ts';
import type { WrittenRow } from './comment-spot.ts';
import { type CommentPiece, parseComment } from './parse-comment.ts';

/** Someone who can be mentioned. */
export interface Mentioned {
  id: number;
  name: string;
}

/** A comment that is being written. */
export interface CommentDraft {
  text: string;
  /** The people who were chosen, of whom some may have been deleted from the text again. */
  people: readonly Mentioned[];
  /** Of a comment on a field in a row. */
  row?: WrittenRow;
}

export const emptyDraft: CommentDraft = { text: '', people: [] };

/** The comment as it is sent: it mentions those whose names are still in the text. */
export const toTyped = ({ text, people }: CommentDraft): TypedComment => {
  const names = namesIn(
    parseComment(
      text,
      people.map(({ name }) => name),
    ),
  );
  const named = people.filter(({ name }) => names.has(`@${name}`)).map(({ id }) => id);
  return { text: text.trim(), mentions: [...new Set(named)].slice(0, commentLimits.mentions) };
};

const namesIn = (pieces: readonly CommentPiece[]): Set<string> =>
  new Set(
    pieces.flatMap((piece) =>
      piece.kind === 'bold' ? [...namesIn(piece.pieces)] : piece.kind === 'mention' ? [piece.text] : [],
    ),
  );

/** The part of a name after the last @ before the cursor; `null` if no name is being typed. */
export const typedName = (text: string, cursor: number): string | null =>
  /(?:^|[\s("])@(\S{0,40}(?: \S{0,40})?)$/u.exec(text.slice(0, cursor))?.[1] ?? null;

/** The draft once a person was chosen for the name before the cursor, and where the cursor is then. */
export function withPerson(
  draft: CommentDraft,
  cursor: number,
  person: Mentioned,
): { draft: CommentDraft; cursor: number } {
  const start = cursor - (typedName(draft.text, cursor) ?? '').length;
  const before = `${draft.text.slice(0, start)}${person.name} `;
  return {
    draft: { text: before + draft.text.slice(cursor).replace(/^ /, ''), people: [...draft.people, person] },
    cursor: before.length,
  };
}

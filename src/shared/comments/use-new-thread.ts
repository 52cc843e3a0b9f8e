import { useEffect, useState } from 'react';
import { listTyped, readTyped, storeTyped } from '../drafts/typed-text.ts';
import type { CommentPlace, ItemRows, WrittenRow } from './comment-spot.ts';
import type { CommentDraft } from './typed-comment.ts';

interface Choice {
  spot: CommentPlace;
  /** Null outside of rows. */
  row: WrittenRow | null;
  /** Of the rows in which `spot` is. */
  version: number | undefined;
  /** True if the row is not there any more: the comment will be on the item. */
  isLost: boolean;
  draftKey: string;
  /** Stable as long as the same comment is written. */
  key: string;
}

interface Options {
  subject: CommentPlace;
  places: readonly CommentPlace[];
  rows: ItemRows | undefined;
  /** Under which what is typed is stored. */
  scope: string;
}

/** Where a new thread begins. A comment that is being written follows its row through versions of the item, also over a reload. */
export function useNewThread({ subject, places, rows, scope }: Options) {
  const prefix = `${scope}:new:`;
  const draftKeyOf = ({ key }: CommentPlace) => prefix + key;
  const keyOfRow = (spot: CommentPlace, row: WrittenRow) => {
    const isHere = ({ typed }: { typed: CommentDraft }) => typed.row && rows?.find(typed.row)?.key === spot.key;
    const stored = listTyped<CommentDraft>(prefix).find(isHere);
    return stored?.key ?? `${prefix}${row.fieldId}/${Date.now().toString(36)}`;
  };
  const choose = (chosen: CommentPlace): Choice => {
    const row = rows?.store(chosen) ?? null;
    const spot = chosen.target?.rows && !row ? subject : chosen;
    const draftKey = row ? keyOfRow(spot, row) : draftKeyOf(spot);
    return { spot, row, version: rows?.version, isLost: false, draftKey, key: draftKey };
  };
  const follow = (row: WrittenRow, { draftKey, key }: Pick<Choice, 'draftKey' | 'key'>): Choice => {
    const found = rows?.find(row);
    // The focus stays in an empty comment.
    if (!found && readTyped(draftKey) === null) return { ...choose(subject), key };
    const next = { version: rows?.version, draftKey, key };
    return found
      ? { ...next, spot: found, row: rows?.store(found) ?? row, isLost: false }
      : { ...next, spot: subject, row, isLost: true };
  };
  /** What was typed in an earlier visit on a row that is not there any more. */
  const findLost = (): Choice | undefined => {
    if (!rows || readTyped(draftKeyOf(subject)) !== null) return undefined;
    const all = listTyped<CommentDraft>(prefix).map(({ key, typed: { row } }) => ({ key, row }));
    const lost = all.find(({ row }) => row && !rows.find(row));
    return lost?.row && follow(lost.row, { draftKey: lost.key, key: lost.key });
  };
  const [choice, setChoice] = useState(() => findLost() ?? choose(subject));
  const { row, draftKey, isLost } = choice;
  if (row && choice.version !== rows?.version) setChoice(follow(row, choice));
  useEffect(() => {
    const typed = readTyped<CommentDraft>(draftKey);
    if (row && typed) storeTyped(draftKey, { ...typed, row });
  }, [draftKey, row]);
  const spot =
    row && !isLost ? choice.spot : ([subject, ...places].find(({ key }) => key === choice.spot.key) ?? choice.spot);
  return {
    ...choice,
    spot,
    choose: (chosen: CommentPlace) => setChoice(choose(chosen)),
    /** Called once the comment is sent. */
    onSent: () => {
      if (isLost) setChoice({ ...choose(subject), key: choice.key });
    },
  };
}

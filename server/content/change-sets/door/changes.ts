import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Checked, CheckedRefusal } from '@quartermaster/contract/endpoints/door.ts';
import type { Query } from '../../../core/database/database.ts';
import type { ChangeSet } from '../change-set.ts';

/** The item that a row of a check is about: of a copy, its original. */
export interface CheckedPlace {
  id: number;
  version: number;
  copy: number | null;
}

/** Why items are refused that their contents do not tell, by id, and how many there are. */
export interface OtherRefusals {
  count: number;
  refusals: ReadonlyMap<number, { label: string; refusal: CheckedRefusal }>;
}

/** What is known about changes beside their items. */
export interface BesideItems {
  /** What is refused already: it is not among the items. */
  refusals: Checked['refusals'];
  partial: Checked['partial'];
  /** How many templates change. */
  templates: number;
}

/** Changes that a door checks and applies: what they are, in the state that they were made from. */
export interface Changes {
  changeSet: ChangeSet;
  /** What happens to each item. */
  kind: ChangeKind;
  /** How many items they have, and how many were left out. */
  total: number;
  leftOut: number;
  /** The bytes of the documents, with the estimated growth. */
  bytes: number;
  /** Identifies the items in their state, as hexadecimal digits. */
  fingerprint: string;
  /** The same changes for items from a place in their order to another, and the place of the first of them; all of them if omitted. */
  part?: ((from: number, end: number) => { changeSet: ChangeSet; from: number }) | undefined;
  /** What the item of the change set at a place is about; itself if omitted. */
  placeOf?: (index: number) => CheckedPlace;
  /** Finds the refused ones among items, or among all; set if it is known without reading their contents that all others change. */
  findRefused?: (query: Query, ids: readonly number[] | 'all', limit: number) => Promise<OtherRefusals>;
  beside?: BesideItems;
}

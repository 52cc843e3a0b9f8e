import { nameOf } from '../../../shared/template-changes/template-state.ts';
import * as texts from '../../../shared/tree/edit/tree-texts.ts';
import type { Draft } from '../model/draft.ts';

/** The names of this tree's rows in announcements. */
export const fieldNouns: texts.Nouns = { one: 'field', many: 'fields' };

/** The name of a single field, or the number of several. */
export const namesOf = (draft: Draft, ids: readonly string[]): string =>
  texts.namesText(ids, (id) => nameOf(draft, id), fieldNouns);

/** The position of fields, for announcements to screen readers. */
export const positionText = (draft: Draft, ids: readonly string[]): string =>
  texts.positionText(draft.shape, ids, (id) => nameOf(draft, id));

import { AppError } from '../../../core/base/errors.ts';
import type { TemplateModel } from '../../../core/content/template-model.ts';
import type { Query } from '../../../core/database/database.ts';
import { toItem } from '../item-answer.ts';
import { findSaveOf, type ItemState } from '../repository.ts';

interface Conflict {
  model: TemplateModel;
  state: ItemState;
  /** Without it, the item as it is and who has saved it are not told. */
  mayRead: boolean;
  /** The place in a batch; undefined outside of one. */
  index: number | undefined;
}

/** The refusal of a save whose item has moved on, with what the item is now and who has made it so. */
export async function versionConflict(query: Query, { model, state, mayRead, index }: Conflict): Promise<AppError> {
  const { id, version } = state;
  const readable = mayRead && {
    item: toItem(model, state),
    saved: await findSaveOf(query, { templateKey: model.key, id, version }),
  };
  return new AppError('version', { details: { version, ...readable, ...(index !== undefined && { index }) } });
}

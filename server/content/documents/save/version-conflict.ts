import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { toItem } from '../item-answer.ts';
import { findSaveOf, type ItemState } from '../item-repository.ts';

interface Conflict {
  model: TemplateModel;
  state: ItemState;
  /** If false, the conflict hides the current item and its editor. */
  mayRead: boolean;
}

/** The refusal of a stale save, with the current item and the account that saved it. */
export async function versionConflict(query: Query, { model, state, mayRead }: Conflict): Promise<AppError> {
  const { id, version } = state;
  const readable = mayRead && {
    item: toItem(model, state),
    saved: await findSaveOf(query, { templateKey: model.key, id, version }),
  };
  return new AppError('version', { details: { version, ...readable } });
}

import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { useIsOwnSave } from '../data/accounts.ts';
import { type Changed, meanwhileText } from '../ui/meanwhile-text.ts';
import { useNotify } from '../ui/notify.ts';

/** Returns a function that shows what another save has changed after it was merged with the user's. */
export function useNotifyMerged() {
  const notify = useNotify();
  const isOwnSave = useIsOwnSave();
  return (saved: Pick<SavedBy, 'by' | 'by_id'> | undefined, names: readonly string[], changed: Changed): void =>
    notify.info(meanwhileText({ by: saved?.by, isOwn: isOwnSave(saved) }, names, changed));
}

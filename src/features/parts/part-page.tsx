import { items } from '@quartermaster/contract/endpoints/items.ts';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { usePartValues } from '../../shared/services/part.ts';
import { lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';
import { ItemPickerPart } from './item-picker-part.tsx';

const ItemCardPart = lazyPart(() => import('./item-card-part.tsx').then((m) => m.ItemCardPart), {
  isOnUse: true,
});

const DiffPart = lazyPart(() => import('./diff-part.tsx').then((m) => m.DiffPart), { isOnUse: true });

const CommentsPart = lazyPart(() => import('./comments-part.tsx').then((m) => m.CommentsPart), { isOnUse: true });

/** The page of a part that is no page of the whole console. */
export function PartPage() {
  const picker = usePartValues('item-picker');
  const card = usePartValues('item-card');
  const diff = usePartValues('diff');
  const comments = usePartValues('comments');
  return (
    <RequireAccess to={items.list}>
      {picker && <ItemPickerPart {...picker} />}
      {card && <ItemCardPart {...card} />}
      {diff && <DiffPart {...diff} />}
      {comments && <CommentsPart {...comments} />}
    </RequireAccess>
  );
}

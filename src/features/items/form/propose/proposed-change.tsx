import type { FieldNode } from '../../../../shared/data/templates.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import type { useProposeItem } from './use-propose-item.ts';

// Only for members who may not save the item.
const ProposeDialog = lazyPart(() => import('./propose-dialog.tsx').then((m) => m.ProposeDialog), { isOnUse: true });

interface ProposedChangeProps {
  instanceId: number;
  templateId: string;
  tree: readonly FieldNode[];
  label: string;
  propose: ReturnType<typeof useProposeItem>;
  onProposed: () => void;
}

/** The dialog in which the change of an item is proposed. */
export function ProposedChange({ propose, onProposed, ...item }: ProposedChangeProps) {
  if (!propose.isOffered) return null;
  return (
    <ProposeDialog
      {...item}
      items={propose.items}
      onClose={propose.close}
      onClosed={propose.closed}
      onProposed={() => {
        onProposed();
        propose.stop();
      }}
    />
  );
}

import { useSyncExternalStore } from 'react';
import { useServices } from '../shared/services/services.ts';
import { lazyDialog } from '../shared/ui/lazy/lazy-part.tsx';

const ConfirmDialog = lazyDialog(
  () => import('../features/confirm-again/confirm-again-dialog.tsx').then((m) => m.ConfirmAgainDialog),
  { isOnUse: true },
);

/** Asks the user to confirm that it is them, while a dangerous call waits for it. */
export function ConfirmAgain() {
  const { confirmation } = useServices();
  const isAsking = useSyncExternalStore(confirmation.subscribe, confirmation.isAsking);
  return <ConfirmDialog opened={isAsking} onClose={() => confirmation.settle(false)} />;
}

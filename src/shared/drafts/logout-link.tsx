import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useServices } from '../services/services.ts';
import { lazyDialog } from '../ui/lazy/lazy-part.tsx';

const LogoutDialog = lazyDialog(() => import('./logout-dialog.tsx').then((m) => m.LogoutDialog), { isOnUse: true });

/** Signs out after a confirmation; a host that owns sign-in also owns sign-out, and there is no link. */
export function LogoutLink() {
  const { session } = useServices();
  const [isLeaving, setLeaving] = useState(false);
  if (session.ownedByHost) return null;
  return (
    <>
      <Anchor component="button" type="button" inherit onClick={() => setLeaving(true)}>
        Log out
      </Anchor>
      <LogoutDialog opened={isLeaving} onClose={() => setLeaving(false)} />
    </>
  );
}

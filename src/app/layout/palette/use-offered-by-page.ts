import { useState } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { findOfferedActions } from '../../../shared/ui/actions/offered-actions.ts';
import type { Entry } from './entries.ts';

/** What the page behind the palette offers with buttons and links of its own, as it was when the palette was opened. */
export function useOfferedByPage(): Omit<Entry, 'Icon'>[] {
  const { root } = useServices();
  const [actions] = useState(() => findOfferedActions(root));
  return actions.map((action) => ({ ...action, key: `offered ${action.label}` }));
}

import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import type { ReactNode } from 'react';
import { RequireChange } from '../require-change.tsx';

/** Guards the pages that make and change roles: without them in the plan, and in a canceled workspace, it leads to /access-denied. */
export const RequireCustomRoles = ({ pending, children }: { pending: ReactNode; children: ReactNode }) => (
  <RequireChange to={roles.save} pending={pending}>
    {children}
  </RequireChange>
);

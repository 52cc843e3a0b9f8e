import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import type { ReactNode } from 'react';
import { RequireChange } from '../require-change.tsx';

/** Guards the pages that create and edit roles: redirects to /access-denied if the plan lacks custom roles or the workspace is canceled. */
export const RequireCustomRoles = ({ pending, children }: { pending: ReactNode; children: ReactNode }) => (
  <RequireChange to={roles.save} pending={pending}>
    {children}
  </RequireChange>
);

import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import type { ReactNode } from 'react';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useWorkspace } from '../../../shared/access/require-role.tsx';

/** Guards the pages that create and edit roles: redirects to /access-denied if the plan lacks custom roles or the workspace is canceled. */
export const RequireCustomRoles = ({ pending, children }: { pending: ReactNode; children: ReactNode }) => (
  <RequireAccess to={roles.save} workspace={useWorkspace()} pending={pending}>
    {children}
  </RequireAccess>
);

import { roles } from '@quartermaster/contract/endpoints/roles.ts';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { Can } from '../../../shared/access/can.tsx';
import { useWorkspace } from '../../../shared/access/require-role.tsx';

/** Guards the pages that make and change roles: without them in the plan, and in a canceled workspace, it leads to /access-denied. */
export const RequireCustomRoles = ({ children }: { children: ReactNode }) => (
  <Can
    do={roles.save}
    in={useWorkspace()}
    // The guard of the route knows the role already: it is the plan that could not be asked, which leads to the error page.
    otherwise={(refusal) => refusal !== 'role' && <Navigate to="/access-denied" replace />}
  >
    {children}
  </Can>
);

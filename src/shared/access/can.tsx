import type { GuardedEndpoint, Refusal } from '@quartermaster/contract/access.ts';
import type { ReactNode } from 'react';
import { useRefusal } from './use-refusal.ts';
import type { WorkspaceWithRole } from './workspaces-with-role.ts';

interface CanProps {
  do: GuardedEndpoint;
  /** The workspace to check; defaults to the active instance. */
  in?: WorkspaceWithRole;
  children: ReactNode;
  /** Rendered if access is refused; a function receives the reason. */
  otherwise?: ReactNode | ((refusal: Refusal) => ReactNode);
  /** Rendered while access is not known. */
  pending?: ReactNode;
}

/** Renders its children if the user may call the endpoint. */
export function Can({ do: endpoint, in: workspace, children, otherwise = null, pending = null }: CanProps) {
  const refusal = useRefusal(endpoint, workspace);
  if (refusal === null) return children;
  if (refusal === 'unknown') return pending;
  return typeof otherwise === 'function' ? otherwise(refusal) : otherwise;
}

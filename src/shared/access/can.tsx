import type { Asked, Refusal } from '@quartermaster/contract/access.ts';
import type { ReactNode } from 'react';
import type { RoledWorkspace } from './roled-workspaces.ts';
import { useRefusal } from './use-refusal.ts';

interface CanProps {
  do: Asked;
  /** The workspace that is asked about; the active instance where it is left out. */
  in?: RoledWorkspace;
  children: ReactNode;
  /** What to show to whoever may not; a function learns why. */
  otherwise?: ReactNode | ((refusal: Refusal) => ReactNode);
  /** What to show while it is not known. */
  pending?: ReactNode;
}

/** Shows its children to whoever may call the endpoint. */
export function Can({ do: endpoint, in: workspace, children, otherwise = null, pending = null }: CanProps) {
  const refusal = useRefusal(endpoint, workspace);
  if (refusal === null) return children;
  if (refusal === 'unknown') return pending;
  return typeof otherwise === 'function' ? otherwise(refusal) : otherwise;
}

import { type Asked, type Refusal, refusalOf } from '@quartermaster/contract/access.ts';
import type { ReactNode } from 'react';
import { planUseOf, useGrantsState } from './grants.ts';

/** Why the caller may not use an endpoint in the active instance; `null` when they may. */
export function useCan(endpoint: Asked): Refusal | null {
  const { grants } = useGrantsState(planUseOf(endpoint));
  return refusalOf(endpoint, grants);
}

interface CanProps {
  do: Asked;
  children: ReactNode;
  /** What to show to whoever may not; a function learns why. */
  otherwise?: ReactNode | ((refusal: Refusal) => ReactNode);
}

/** Shows its children to whoever may call the endpoint in the active instance. */
export function Can({ do: endpoint, children, otherwise = null }: CanProps) {
  const refusal = useCan(endpoint);
  if (refusal === null) return children;
  return typeof otherwise === 'function' ? otherwise(refusal) : otherwise;
}

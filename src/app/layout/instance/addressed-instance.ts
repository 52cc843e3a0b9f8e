import { matchPath } from 'react-router-dom';

/** The instance that a path of the console names; `null` if it names none. */
export function addressedInstance(pathname: string): number | null {
  const match = matchPath('/instance/:instanceId/*', pathname);
  return match ? Number(match.params.instanceId) : null;
}

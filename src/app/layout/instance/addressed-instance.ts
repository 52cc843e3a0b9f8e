import { paths } from '@quartermaster/contract/paths.ts';
import { matchPath } from 'react-router-dom';

/** The instance that a path of the console names; `null` if it names none. */
export function addressedInstance(pathname: string): number | null {
  const match = matchPath(`${paths.instance}/*`, pathname);
  return match ? Number(match.params.instanceId) : null;
}

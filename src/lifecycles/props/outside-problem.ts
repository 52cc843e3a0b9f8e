import type { HostProps } from '../../app/context/host-api.ts';
import { isWithin } from '../isolation/router-window.ts';

/** Why the console has no page at the address of the host's page, which is not below its `basename`; undefined if it is. */
export function outsideProblem({ routing }: HostProps, basename: string): string | undefined {
  const { pathname } = window.location;
  // The router ignores case here.
  if (routing === 'memory' || isWithin(pathname.toLowerCase(), basename.toLowerCase())) return undefined;
  return `The address of this page, ${pathname}, is not below the prop "basename", which is ${basename}. Pass the path at which the console is shown.`;
}

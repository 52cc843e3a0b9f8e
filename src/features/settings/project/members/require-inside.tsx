import type { MemberRoles } from '@quartermaster/contract/endpoints/people/project-members.ts';
import type { ReactNode } from 'react';
import { useIsHeld } from '../../../../shared/access/use-is-held.ts';
import { OutsideProject } from './outside-project.tsx';

interface RequireInsideProps {
  instances: Pick<MemberRoles['instances'][number], 'caller_permissions'>[];
  children: ReactNode;
}

/**
 * Guards a form from callers who hold nothing in any instance of the project, and says what they need. Where they lose the
 * last while something is typed, the form stays until it is left.
 */
export function RequireInside({ instances, children }: RequireInsideProps) {
  const isOutside = instances.every(({ caller_permissions }) => caller_permissions.length === 0);
  const isHeld = useIsHeld(isOutside ? 'refused' : 'shown');
  return (
    <>
      {isOutside && <OutsideProject />}
      {(!isOutside || isHeld) && children}
    </>
  );
}

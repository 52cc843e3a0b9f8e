import type { MemberRoles } from '@quartermaster/contract/endpoints/people/project-members.ts';
import type { ReactNode } from 'react';
import { useIsRetained } from '../../../../shared/access/use-is-retained.ts';
import { OutsideProject } from './outside-project.tsx';

interface RequireInsideProps {
  instances: Pick<MemberRoles['instances'][number], 'caller_permissions'>[];
  children: ReactNode;
}

/**
 * Guards a form from users without a role in any instance of the project, and explains what they need. If the last role is lost while the
 * form has unsaved input, the form stays until it is left.
 */
export function RequireInside({ instances, children }: RequireInsideProps) {
  const isOutside = instances.every(({ caller_permissions }) => caller_permissions.length === 0);
  const isRetained = useIsRetained(isOutside ? 'refused' : 'shown');
  return (
    <>
      {isOutside && <OutsideProject />}
      {(!isOutside || isRetained) && children}
    </>
  );
}

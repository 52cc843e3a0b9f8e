import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { dueText } from '../../../../shared/ui/date-time.ts';

/** The workspaces that require a second factor of the user. */
export type RequiredBy = Output<typeof secondFactor.get>['required_by'];

/** Which workspaces close to an account whose last factor is removed. */
export const ClosesText = ({ workspaces }: { workspaces: RequiredBy }) =>
  workspaces.map(({ id, name, due_at, is_due }) => (
    <span key={id}>
      {' '}
      <strong>{name}</strong> will be closed to you {is_due ? 'then' : `from ${dueText(due_at)} on`}, until you have one
      again.
    </span>
  ));

import { number, object, string } from 'yup';
import { workspaceRoles } from '../../access.ts';

const role = number()
  .required('Role is a required field')
  .oneOf(Object.values(workspaceRoles), 'Role is a required field');

/** Validates an invitation: the email address and the role. */
export const inviteRule = object({
  email: string().trim().required('Email is a required field').email('Must be a valid email'),
  role_id: role,
});

/** Validates a change of a member's role. */
export const updateRoleRule = object({ role_id: role });

import { number, object, string } from 'yup';
import { workspaceRoles } from '../../access.ts';

const role = number()
  .required('Role is a required field')
  .oneOf(Object.values(workspaceRoles), 'Role is a required field');

/** What invites somebody: their address of mail and the role that they get. */
export const inviteRule = object({
  email: string().trim().required('Email is a required field').email('Must be a valid email'),
  role_id: role,
});

/** What gives a member another role. */
export const updateRoleRule = object({ role_id: role });

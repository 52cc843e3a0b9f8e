import { boolean, object } from 'yup';
import { type Permission, permissions } from '../../access.ts';
import { nameText } from '../name.ts';

const name = nameText().required('Role name is a required field').max(64, 'Maximum 64 characters allowed');

/** What the name of a role may be. */
export const roleNameRule = object({ name });

const toggle = boolean().required();

const toggles = Object.fromEntries(Object.keys(permissions).map((permission) => [permission, toggle])) as Record<
  Permission,
  typeof toggle
>;

/** What the form of a custom role takes: its name, and each permission as true or false. */
export const customRoleRule = object({ name, permissions: object(toggles) });

import { boolean, object } from 'yup';
import { type Permission, permissions } from '../../access.ts';
import { nameText } from '../name.ts';

const name = nameText().required('Role name is a required field').max(64, 'Maximum 64 characters allowed');

/** Validates the name of a role. */
export const roleNameRule = object({ name });

const toggle = boolean().required();

const toggles = Object.fromEntries(Object.keys(permissions).map((permission) => [permission, toggle])) as Record<
  Permission,
  typeof toggle
>;

/** Validates a custom role: its name, and each permission as true or false. */
export const customRoleRule = object({ name, permissions: object(toggles) });

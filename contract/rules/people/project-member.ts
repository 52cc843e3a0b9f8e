import { array, number, object } from 'yup';
import { noRolesLeft } from '../../access.ts';

const roleIds = array(number().required()).required();

const roles = {
  dev: roleIds,
  stage: roleIds,
  prod: roleIds,
};

const hasSome = ({ dev, stage, prod }: { dev: number[]; stage: number[]; prod: number[] }) =>
  dev.length + stage.length + prod.length > 0;

/** Validates a member's roles in a project: role ids, at least one in any of the instances. */
export const memberRolesRule = object(roles).test('some', noRolesLeft, hasSome);

/** The same, plus the member to add. */
export const addMemberRule = object({ ...roles, member: number().required('Member is a required field') }).test(
  'some',
  noRolesLeft,
  hasSome,
);

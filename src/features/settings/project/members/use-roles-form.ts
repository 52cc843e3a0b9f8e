import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { FieldErrors } from 'react-hook-form';
import type { ObjectSchema } from 'yup';
import { useRuleForm } from '../../../../shared/form/use-rule-form.ts';
import { useBack } from '../../../../shared/ui/page/use-back.ts';
import { useNavigateIfMounted } from '../../../../shared/ui/page/use-navigate-if-mounted.ts';
import type { RolesByEnvironment } from './role-changes.ts';
import { useProjectScope } from './use-project-scope.ts';

/** The values of the forms for a member's roles; `member` only in the form that adds one. */
export interface RolesFormValues extends RolesByEnvironment {
  member?: number | undefined;
}

/** The form of a member's roles, which returns to the project once it is saved. */
export function useRolesForm(
  rule: ObjectSchema<RolesFormValues>,
  { first, save }: { first: RolesFormValues; save: (values: RolesFormValues) => Promise<unknown> },
) {
  const back = useBack(pathTo(paths.project, useProjectScope()));
  const navigateIfMounted = useNavigateIfMounted();
  const form = useRuleForm<RolesFormValues>(rule, {
    defaultValues: first,
    onSubmit: save,
    onSaved: () => void navigateIfMounted(back),
  });
  const { dev, stage, prod } = form.watch();
  // An error of all of them together has no name.
  const errors = form.errors as FieldErrors<Record<string, unknown>>;
  return {
    ...form,
    roles: {
      value: { dev, stage, prod },
      onChange: (environment: keyof RolesByEnvironment, ids: number[]) =>
        form.setValue(environment, ids, { shouldDirty: true, shouldValidate: errors[environment] !== undefined }),
      isMissing: errors[''] !== undefined,
      wrong: { dev: errors.dev?.message, stage: errors.stage?.message, prod: errors.prod?.message },
    },
  };
}

import { Text, TextInput } from '@mantine/core';
import type { Build } from '@quartermaster/contract/endpoints/builds.ts';
import { buildNameRule } from '@quartermaster/contract/rules/builds.ts';
import { useRenameBuild } from '../../../shared/data/builds.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import type { BuildDialogProps } from './build-action.ts';

interface NameBuildDialogProps extends BuildDialogProps {
  build: Build;
}

/** Names a build, or takes its name away. */
export function NameBuildDialog({ opened, onClose, onClosed, ...form }: NameBuildDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} onClosed={onClosed} title={`Name build ${form.build.id}`}>
      <NameBuildForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

function NameBuildForm({ instanceId, build, onClose }: Pick<NameBuildDialogProps, 'instanceId' | 'build' | 'onClose'>) {
  const { mutateAsync } = useRenameBuild(instanceId);
  const { register, submit, errors, error, isSubmitting } = useRuleForm(buildNameRule, {
    defaultValues: { name: build.name ?? '' },
    guard: false,
    onSubmit: ({ name }) => mutateAsync({ buildId: build.id, name: name === '' ? null : name }),
    onSaved: onClose,
  });
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Save name" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      <Text size="sm">A build with a name is kept. Without one it is deleted once there are enough newer ones.</Text>
      <TextInput
        label="Name"
        placeholder="1.4.2, Halloween"
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
    </DialogForm>
  );
}

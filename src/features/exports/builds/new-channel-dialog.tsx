import { Text, TextInput } from '@mantine/core';
import type { Channel } from '@quartermaster/contract/endpoints/builds.ts';
import { newChannelRule } from '@quartermaster/contract/rules/builds.ts';
import { useCreateChannel } from '../../../shared/data/builds.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import type { BuildDialogProps } from './build-action.ts';
import { buildTitle } from './build-title.ts';

interface NewChannelDialogProps extends BuildDialogProps {
  /** The channel whose build a new one gets. */
  live: Channel;
}

/** Creates a channel. */
export function NewChannelDialog({ opened, onClose, onClosed, ...form }: NewChannelDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} onClosed={onClosed} title="New channel">
      <NewChannelForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

function NewChannelForm({ instanceId, live, onClose }: Pick<NewChannelDialogProps, 'instanceId' | 'live' | 'onClose'>) {
  const { mutateAsync } = useCreateChannel(instanceId);
  const { register, submit, errors, error, isSubmitting } = useRuleForm(newChannelRule, {
    defaultValues: { name: '' },
    guard: false,
    onSubmit: ({ name }) => mutateAsync({ name, buildId: live.build.id }),
    onSaved: onClose,
  });
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Create channel" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      <Text size="sm">
        It points at {buildTitle(live.build)} at first. Exports do not move it: the menu of a build does.
      </Text>
      <TextInput
        label="Name"
        placeholder="beta"
        description="As games ask for it. It cannot be changed."
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
    </DialogForm>
  );
}

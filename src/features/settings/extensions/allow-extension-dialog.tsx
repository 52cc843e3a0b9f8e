import { Text, TextInput } from '@mantine/core';
import type { Extension } from '@quartermaster/contract/endpoints/extensions.ts';
import { extensionRule } from '@quartermaster/contract/rules/extensions.ts';
import { useAllowExtension } from '../../../shared/data/extensions.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { texts } from '../../../shared/ui/texts.ts';

interface AllowExtensionDialogProps {
  opened: boolean;
  workspaceId: number;
  /** The one that is updated; undefined for a new one. */
  extension: Extension | undefined;
  onClose: () => void;
}

/** Allows an extension by the address of its manifest, or what is at its address now. */
export const AllowExtensionDialog = ({ opened, ...form }: AllowExtensionDialogProps) => (
  <FormDialog
    opened={opened}
    onClose={form.onClose}
    title={form.extension ? `Update ${form.extension.title}` : texts.allowExtension}
  >
    <AllowExtension {...form} />
  </FormDialog>
);

function AllowExtension({ workspaceId, extension, onClose }: Omit<AllowExtensionDialogProps, 'opened'>) {
  const { mutateAsync } = useAllowExtension(workspaceId);
  const { register, submit, errors, error, isSubmitting } = useRuleForm<{ address: string }>(extensionRule, {
    defaultValues: { address: extension?.address ?? '' },
    guard: false,
    onSubmit: ({ address }) => mutateAsync(address),
    onSaved: onClose,
  });
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={extension ? 'Update extension' : texts.allowExtension}
      isSubmitting={isSubmitting}
    >
      <ErrorCallout error={error} />
      <TextInput
        label="Address of its manifest"
        description="The server reads it and the script once, now, and runs only what it has read."
        placeholder="https://studio.example/extensions/color/manifest.json"
        withAsterisk
        type="url"
        autoComplete="off"
        error={errors.address?.message}
        {...register('address')}
      />
      <Text size="sm">
        It sees and changes the values of the fields that name it, for everyone who can open them. It runs in a frame of
        its own, without the session and without a network.
      </Text>
    </DialogForm>
  );
}

import { TextInput } from '@mantine/core';
import type { CheckedExtension, Extension } from '@quartermaster/contract/endpoints/extensions.ts';
import { extensionRule } from '@quartermaster/contract/rules/extensions.ts';
import { useState } from 'react';
import { useAllowExtension, useCheckExtension } from '../../../shared/data/extensions.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { AskedFor } from './asked-for.tsx';

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
  const check = useCheckExtension(workspaceId);
  const allow = useAllowExtension(workspaceId);
  const [checked, setChecked] = useState<{ address: string; found: CheckedExtension }>();
  const { register, submit, errors, error, isSubmitting } = useRuleForm<{ address: string }, boolean>(extensionRule, {
    defaultValues: { address: extension?.address ?? '' },
    guard: false,
    onSubmit: async ({ address }) => {
      if (checked?.address !== address) {
        setChecked({ address, found: await check.mutateAsync(address) });
        return false;
      }
      const { fingerprint } = checked.found;
      await allow.mutateAsync({ address, fingerprint }).catch((refused: unknown) => {
        // It is looked at again.
        setChecked(undefined);
        throw refused;
      });
      return true;
    },
    onSaved: (isAllowed) => isAllowed && onClose(),
  });
  const allowLabel = extension ? 'Update extension' : texts.allowExtension;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={checked ? allowLabel : 'Show what it asks for'}
      isSubmitting={isSubmitting}
    >
      <ErrorCallout error={error} />
      <TextInput
        label="Address of its manifest"
        description="The server reads it and the script now, and runs only what it has read."
        placeholder="https://studio.example/extensions/color/manifest.json"
        withAsterisk
        type="url"
        autoComplete="off"
        error={errors.address?.message}
        {...register('address', { onChange: () => setChecked(undefined) })}
      />
      <div role="status">{checked && <AskedFor checked={checked.found} />}</div>
    </DialogForm>
  );
}

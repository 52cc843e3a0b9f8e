import { Text, TextInput } from '@mantine/core';
import { newPasskeyRule } from '@quartermaster/contract/rules/people/passkey.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAddPasskey } from '../../../../shared/data/passkeys.ts';
import { secondFactorQueries } from '../../../../shared/data/second-factor.ts';
import { useRuleForm } from '../../../../shared/form/use-rule-form.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { DialogForm, FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface AddPasskeyDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Names a passkey, has the browser make it, and shows the recovery codes of a first factor. */
export function AddPasskeyDialog({ opened, onClose }: AddPasskeyDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add passkey" isSticky onClosed={() => setCodes(null)}>
      {codes ? (
        <RecoveryCodes codes={codes} onStored={onClose} />
      ) : (
        <NameForm onCancel={onClose} onAdded={(added) => (added.length > 0 ? setCodes(added) : onClose())} />
      )}
    </FormDialog>
  );
}

function NameForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: (codes: readonly string[]) => void }) {
  const add = useAddPasskey();
  const { data: factor } = useQuery(secondFactorQueries.get(useRequest()));
  // Checked before the browser makes one, which would stay on the device.
  const rule = newPasskeyRule((factor?.passkeys ?? []).map(({ name }) => name));
  const { register, submit, errors, error, isSubmitting, setFocus } = useRuleForm(rule, {
    defaultValues: { name: '' },
    onSubmit: ({ name }) => add.mutateAsync(name),
    onSaved: ({ recovery_codes }) => onAdded(recovery_codes),
  });
  // It is mounted with its dialog, whose code is loaded first.
  useEffect(() => setFocus('name'), [setFocus]);
  return (
    <DialogForm onSubmit={submit} onCancel={onCancel} submitLabel="Continue" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      <Text size="sm">Your browser then asks where to store it, and for your fingerprint or PIN.</Text>
      <TextInput
        label="Name"
        description="Such as that of your device"
        withAsterisk
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
    </DialogForm>
  );
}

import { Anchor, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { confirmRule } from '@quartermaster/contract/rules/people/confirm.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQueries, useConfirm } from '../../shared/data/accounts.ts';
import { hasPasskeys } from '../../shared/data/passkey-ceremony.ts';
import { useConfirmByPasskey } from '../../shared/data/passkeys.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useServices } from '../../shared/services/services.ts';
import { DialogForm, FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { NotLoaded } from '../../shared/ui/page/not-loaded.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { texts } from '../../shared/ui/texts.ts';

type Proofs = Output<typeof accounts.getProofs>;

/** Asks for what the account signs in with; the call that waits for it is then repeated. */
export function ConfirmAgainDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Confirm that it is you" isSticky>
      <Ways onClose={onClose} />
    </FormDialog>
  );
}

function Ways({ onClose }: { onClose: () => void }) {
  const { confirmation, ownsDocument } = useServices();
  const canUsePasskey = ownsDocument && hasPasskeys();
  const proofs = useQuery(accountQueries.proofs(useRequest()));
  const { data } = proofs;
  if (!data)
    return (
      <NotLoaded query={proofs} title="This could not be loaded">
        <Skeleton height={120} />
      </NotLoaded>
    );
  const done = () => confirmation.settle(true);
  return (
    <Stack gap="md">
      <Text size="sm">You signed in some time ago. Confirm that it is still you, and the change is made.</Text>
      {data.passkey && canUsePasskey && <Passkey onDone={done} />}
      {(data.password || data.code) && <SecretForm proofs={data} onCancel={onClose} onDone={done} />}
      {data.company && <Company onDone={done} />}
      {!Object.values(data).includes(true) && (
        <Text size="sm">Your account has no password. Set one in your profile, by a link that we mail you.</Text>
      )}
    </Stack>
  );
}

function SecretForm({ proofs, onCancel, onDone }: { proofs: Proofs; onCancel: () => void; onDone: () => void }) {
  const confirm = useConfirm();
  const { register, submit, errors, error, isSubmitting, setFocus } = useRuleForm(confirmRule, {
    defaultValues: proofs.code ? { code: '' } : { password: '' },
    guard: false,
    onSubmit: ({ code, password = '' }) => confirm.mutateAsync(code === undefined ? { password } : { code }),
    onSaved: onDone,
  });
  // It is mounted after its dialog.
  useEffect(() => setFocus(proofs.code ? 'code' : 'password'), [setFocus, proofs.code]);
  return (
    <DialogForm onSubmit={submit} onCancel={onCancel} submitLabel="Confirm" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      {proofs.code ? (
        <TextInput
          label="Code"
          description="Of your authenticator app, or a recovery code"
          withAsterisk
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...register('code')}
        />
      ) : (
        <PasswordField
          label="Password"
          withAsterisk
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      )}
    </DialogForm>
  );
}

function Passkey({ onDone }: { onDone: () => void }) {
  const confirm = useConfirmByPasskey();
  return (
    <>
      <ErrorCallout error={confirm.error} />
      <Button
        variant="default"
        fullWidth
        loading={confirm.isPending}
        onClick={() => confirm.mutate(undefined, { onSuccess: onDone })}
      >
        {texts.passkey}
      </Button>
    </>
  );
}

/** The provider is in another tab, so that what was typed here stays. */
function Company({ onDone }: { onDone: () => void }) {
  const { hrefOf } = useServices();
  return (
    <Group justify="space-between" gap="xs">
      <Anchor size="sm" href={hrefOf(paths.companyOnly)} target="_blank" rel="noreferrer">
        Sign in with your company again, in another tab
      </Anchor>
      <Button variant="default" onClick={onDone}>
        I have signed in
      </Button>
    </Group>
  );
}

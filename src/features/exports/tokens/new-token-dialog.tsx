import { useState } from 'react';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useCreateProjectToken } from '../../../shared/data/project-tokens.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { SecretNotice } from '../../../shared/ui/secret-notice.tsx';
import { expiryAfter, newTokenRule, type TokenValues } from './new-token-rule.ts';
import { TokenFields } from './token-fields.tsx';

interface NewTokenDialogProps {
  opened: boolean;
  instanceId: number;
  onClose: () => void;
}

/** Makes a token, and then shows its secret once. */
export const NewTokenDialog = ({ opened, onClose, instanceId }: NewTokenDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} title="New token" isSticky>
    <NewToken onClose={onClose} instanceId={instanceId} />
  </FormDialog>
);

function NewToken({ instanceId, onClose }: Omit<NewTokenDialogProps, 'opened'>) {
  const context = useInstanceContext();
  const { mutateAsync } = useCreateProjectToken(instanceId);
  const [secret, setSecret] = useState<string>();
  const { register, submit, errors, error, isSubmitting } = useRuleForm<TokenValues, { secret: string }>(newTokenRule, {
    defaultValues: { name: '', scopes: ['read'], environments: context ? [context.env] : [], days: '90' },
    guard: false,
    onSubmit: ({ days, ...token }) => mutateAsync({ ...token, expires_at: expiryAfter(days) }),
    onSaved: (made) => setSecret(made.secret),
  });
  if (secret !== undefined)
    return (
      <SecretNotice
        secret={secret}
        label="Token"
        text="Copy the token now: it is not shown again. Send it as Authorization: Bearer, and keep it where secrets are kept."
        onClose={onClose}
      />
    );
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Create token" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      <TokenFields register={register} errors={errors} instances={context?.project.instances ?? []} />
    </DialogForm>
  );
}

import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { changeEmailRule } from '@quartermaster/contract/rules/people/account.ts';
import { useEffect, useRef, useState } from 'react';
import { useChangeEmail, useRequestEmailCode } from '../../../shared/data/accounts.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { SentMessage } from './sent-message.tsx';

interface ChangeEmailDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The current address. */
  email: string;
}

/** Changes the email in three steps: a code to the old address, the code and the new address, a link to the new address. */
export const ChangeEmailDialog = ({ opened, ...steps }: ChangeEmailDialogProps) => (
  <FormDialog opened={opened} onClose={steps.onClose} title="Change email">
    <Steps {...steps} />
  </FormDialog>
);

type Step = { name: 'code' } | { name: 'email'; isMailed: boolean } | { name: 'sent'; to: string };

function Steps({ onClose, email }: Omit<ChangeEmailDialogProps, 'opened'>) {
  const [step, setStep] = useState<Step>({ name: 'code' });
  if (step.name === 'code')
    return <SendCode email={email} onClose={onClose} onDone={(isMailed) => setStep({ name: 'email', isMailed })} />;
  if (step.name === 'email')
    return (
      <EnterCode
        email={email}
        isMailed={step.isMailed}
        onClose={onClose}
        onDone={(to) => setStep({ name: 'sent', to })}
      />
    );
  return (
    <SentMessage title="Almost there" onClose={onClose}>
      We sent an email to <strong>{step.to}</strong>. Open its link to finish the change; until then your email does not
      change.
    </SentMessage>
  );
}

interface SendCodeProps {
  email: string;
  onClose: () => void;
  onDone: (isMailed: boolean) => void;
}

function SendCode({ email, onClose, onDone }: SendCodeProps) {
  const send = useRequestEmailCode();
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(undefined, { onSuccess: () => onDone(true) });
      }}
      onCancel={onClose}
      submitLabel="Send code"
      isSubmitting={send.isPending}
    >
      <ErrorCallout error={send.error} />
      <Text size="sm">
        To change your email address, we first send a code to <strong>{email}</strong>.
      </Text>
      <Text size="sm">
        <Anchor component="button" type="button" inherit onClick={() => onDone(false)}>
          Already have code?
        </Anchor>
      </Text>
    </DialogForm>
  );
}

interface EnterCodeProps {
  /** The current address, which codes are sent to. */
  email: string;
  isMailed: boolean;
  onClose: () => void;
  onDone: (email: string) => void;
}

function EnterCode({ email, isMailed, onClose, onDone }: EnterCodeProps) {
  const change = useChangeEmail();
  const send = useRequestEmailCode();
  const { register, submit, errors, error, isSubmitting, setFocus } = useRuleForm(changeEmailRule, {
    defaultValues: { code: '', email: '' },
    onSubmit: async (values) => {
      await change.mutateAsync(values);
      return values.email;
    },
    onSaved: onDone,
  });
  const isShown = useRef(false);
  useEffect(() => {
    // The focused element was unmounted with the previous step.
    if (!isShown.current) setFocus('code');
    isShown.current = true;
  }, [setFocus]);
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Change email" isSubmitting={isSubmitting}>
      <ErrorCallout error={send.error ?? error} />
      <Text size="sm">
        <span role="status">
          {(isMailed || send.isSuccess) && (
            <>
              A {send.isSuccess && 'new '}code is on its way to <strong>{email}</strong>.
            </>
          )}
        </span>{' '}
        <Anchor component="button" type="button" inherit disabled={send.isPending} onClick={() => send.mutate()}>
          Send a new code
        </Anchor>
      </Text>
      <Stack gap="sm">
        <TextInput
          label="Code"
          withAsterisk
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...register('code')}
        />
        <TextInput
          label="New email"
          type="email"
          withAsterisk
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
      </Stack>
    </DialogForm>
  );
}

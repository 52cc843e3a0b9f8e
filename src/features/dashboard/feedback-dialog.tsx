import { Group, Textarea, TextInput } from '@mantine/core';
import { feedbackRule } from '@quartermaster/contract/rules/feedback.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { accountQueries } from '../../shared/data/accounts.ts';
import { useSendFeedback } from '../../shared/data/feedback.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { errorText } from '../../shared/http/error-text.ts';
import { useRequest } from '../../shared/services/request.ts';
import { DialogForm, FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';

interface FeedbackDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** A message that has been typed but not sent. */
interface Draft {
  accountId: number;
  message: string;
}

/** Sends feedback about the product; an unsent message is still there when the dialog is opened again. */
export function FeedbackDialog({ opened, onClose }: FeedbackDialogProps) {
  const { data: account } = useQuery(accountQueries.get(useRequest()));
  const draft = useRef<Draft>(null);
  return (
    <FormDialog opened={opened && account !== undefined} onClose={onClose} title="Send feedback" size="lg">
      {account && <FeedbackForm account={account} draft={draft} onClose={onClose} />}
    </FormDialog>
  );
}

interface FeedbackFormProps {
  account: { id: number; name: string; email: string };
  draft: RefObject<Draft | null>;
  onClose: () => void;
}

function FeedbackForm({ account, draft, onClose }: FeedbackFormProps) {
  const send = useSendFeedback();
  const { register, submit, errors, error, isSubmitting, getValues, setValue } = useRuleForm(feedbackRule, {
    defaultValues: { message: '', name: account.name, email: account.email },
    onSubmit: (values) => send.mutateAsync({ ...values, tags: { uid: String(account.id) } }),
    onSaved: () => {
      setValue('message', '');
      onClose();
    },
  });
  const { id: accountId } = account;
  useEffect(() => {
    if (draft.current?.accountId === accountId) setValue('message', draft.current.message, { shouldDirty: true });
    return () => {
      draft.current = { accountId, message: getValues('message') };
    };
  }, [draft, accountId, getValues, setValue]);
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Send feedback" isSubmitting={isSubmitting}>
      <ErrorCallout error={error && readable(error)} />
      <Textarea
        label="Message"
        withAsterisk
        rows={18}
        data-autofocus
        error={errors.message?.message}
        {...register('message')}
      />
      <Group gap="sm" align="flex-start" grow>
        <TextInput label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
      </Group>
    </DialogForm>
  );
}

/** An error with a message is shown unchanged, any other as JSON. */
function readable(error: unknown): Error {
  const text: unknown = errorText(error);
  return new Error(typeof text === 'string' ? text : JSON.stringify(text));
}

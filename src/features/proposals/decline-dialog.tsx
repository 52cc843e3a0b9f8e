import { Textarea } from '@mantine/core';
import { declineRule } from '@quartermaster/contract/rules/proposals.ts';
import { useState } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { useDeclineProposal } from '../../shared/data/proposals.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { authorName } from '../../shared/ui/author-name.ts';
import { DialogForm, FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';

interface DeclineDialogProps {
  opened: boolean;
  proposalId: number;
  /** Who has made it. */
  by: string;
  onClose: () => void;
  onClosed: () => void;
}

/** Declines a proposal, with a note, which is still there if the dialog is closed and opened again. */
export function DeclineDialog({ opened, onClose, onClosed, ...form }: DeclineDialogProps) {
  const [note, setNote] = useState('');
  return (
    <FormDialog opened={opened} onClose={onClose} onClosed={onClosed} title="Decline this proposal" isSticky>
      <DeclineForm onClose={onClose} note={note} onNote={setNote} {...form} />
    </FormDialog>
  );
}

interface DeclineFormProps extends Omit<DeclineDialogProps, 'opened' | 'onClosed'> {
  note: string;
  onNote: (note: string) => void;
}

function DeclineForm({ proposalId, by, note, onNote, onClose }: DeclineFormProps) {
  const { mutateAsync } = useDeclineProposal(useInstanceId(), proposalId);
  const { register, submit, errors, error, isSubmitting } = useRuleForm(declineRule, {
    defaultValues: { note },
    guard: false,
    onSubmit: (typed) => mutateAsync(typed.note),
    onSaved: onClose,
  });
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Decline" isSubmitting={isSubmitting} danger>
      <ErrorCallout error={error} />
      <Textarea
        label="Note"
        description={`Optional, for ${authorName(by, 'within')} and other readers of the proposal. Nothing is changed.`}
        rows={3}
        data-autofocus
        error={errors.note?.message}
        {...register('note', { onChange: ({ target }) => onNote(target.value) })}
      />
    </DialogForm>
  );
}

import { Textarea } from '@mantine/core';
import { proposalNoteLength } from '@quartermaster/contract/rules/proposals.ts';
import { type FormEvent, useState } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { useDeclineProposal } from '../../shared/data/proposals.ts';
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

/** Declines a proposal, with a note. */
export const DeclineDialog = ({ opened, onClose, onClosed, ...form }: DeclineDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} onClosed={onClosed} title="Decline this proposal">
    <DeclineForm onClose={onClose} {...form} />
  </FormDialog>
);

function DeclineForm({ proposalId, by, onClose }: Omit<DeclineDialogProps, 'opened' | 'onClosed'>) {
  const [note, setNote] = useState('');
  const { mutate, error, isPending } = useDeclineProposal(useInstanceId(), proposalId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(note.trim(), { onSuccess: onClose });
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Decline" isSubmitting={isPending} danger>
      <ErrorCallout error={error} />
      <Textarea
        label="Note"
        description={`Optional, for ${authorName(by, 'within')} and other readers of the proposal. Nothing is changed.`}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={proposalNoteLength}
        rows={3}
        data-autofocus
      />
    </DialogForm>
  );
}

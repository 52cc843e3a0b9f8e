import { Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useDeclineReview } from '../../../shared/data/sync/sync-reviews.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';

interface DeclineDialogProps {
  opened: boolean;
  reviewId: number;
  /** Who is notified. */
  by: string;
  onClose: () => void;
  onClosed: () => void;
}

/** Declines a review, with a note to its requester. */
export const DeclineDialog = ({ opened, onClose, onClosed, ...form }: DeclineDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} onClosed={onClosed} title="Decline these changes">
    <DeclineForm onClose={onClose} {...form} />
  </FormDialog>
);

function DeclineForm({ reviewId, by, onClose }: Omit<DeclineDialogProps, 'opened' | 'onClosed'>) {
  const [note, setNote] = useState('');
  const { mutate, error, isPending } = useDeclineReview(useInstanceId(), reviewId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(note.trim(), { onSuccess: onClose });
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Decline" isSubmitting={isPending} danger>
      <ErrorCallout error={error} />
      <Textarea
        label="Note"
        description={`${by || 'The requester'} gets it by email. Nothing is synced.`}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={2000}
        rows={3}
        data-autofocus
      />
    </DialogForm>
  );
}

import { Textarea, TextInput } from '@mantine/core';
import type { NewProposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { proposalRule, proposalTitleLength } from '@quartermaster/contract/rules/proposals.ts';
import { useState } from 'react';
import { useProposeChanges } from '../../../../shared/data/proposals.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { useRuleForm } from '../../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { useLast } from '../../../../shared/ui/hooks/use-last.ts';
import { ProposeRefusal } from './propose-refusal.tsx';
import { useRepeat } from './use-repeat.ts';

interface ProposeDialogProps {
  instanceId: number;
  templateId: string;
  tree: readonly FieldNode[];
  /** The item's label. */
  label: string;
  /** Undefined while the dialog is closed. */
  items: NewProposal['changes'][number]['items'] | undefined;
  onClose: () => void;
  onClosed: () => void;
  onProposed: () => void;
}

/** What is still there if the dialog is closed and opened again. */
type Typed = { title: string; note: string };

/** Asks what a proposal is called and why it is made, and sends it. */
export function ProposeDialog({ items, onClose, onClosed, ...form }: ProposeDialogProps) {
  const repeat = useRepeat();
  const [typed, setTyped] = useState<Partial<Typed>>({});
  // A closing dialog keeps what it shows.
  const last = useLast(items ?? null);
  return (
    <FormDialog opened={items !== undefined} onClose={onClose} onClosed={onClosed} title="Propose a change" isSticky>
      {last && (
        <ProposeForm items={last} repeat={repeat} typed={typed} onTyped={setTyped} onClose={onClose} {...form} />
      )}
    </FormDialog>
  );
}

type ProposeFormProps = Omit<ProposeDialogProps, 'items' | 'onClosed'> & {
  items: NewProposal['changes'][number]['items'];
  repeat: ReturnType<typeof useRepeat>;
  typed: Partial<Typed>;
  onTyped: (typed: Partial<Typed>) => void;
};

function ProposeForm(props: ProposeFormProps) {
  const { instanceId, templateId, tree, label, items, repeat, typed, onTyped, onClose, onProposed } = props;
  const { mutateAsync } = useProposeChanges(instanceId);
  const { register, submit, errors, error, isSubmitting } = useRuleForm(proposalRule, {
    defaultValues: { title: `Change ${label}`.slice(0, proposalTitleLength), note: '', ...typed },
    guard: false,
    onSubmit: (values) =>
      mutateAsync(repeat.withKey({ ...values, changes: [{ template_id: templateId, match: 'id', items }] })),
    onSaved: () => {
      repeat.end();
      onTyped({});
      onProposed();
    },
  });
  const keep = {
    onChange: ({ target }: { target: HTMLInputElement }) => onTyped({ ...typed, [target.name]: target.value }),
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Propose" isSubmitting={isSubmitting}>
      <ProposeRefusal error={error} tree={tree} />
      <TextInput
        label="Title"
        autoComplete="off"
        data-autofocus
        error={errors.title?.message}
        {...register('title', keep)}
      />
      <Textarea
        label="Note"
        description="Optional: why. Members who may save items see the change field by field, and apply or decline it."
        rows={3}
        error={errors.note?.message}
        {...register('note', keep)}
      />
    </DialogForm>
  );
}

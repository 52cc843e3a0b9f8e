import type { ReactNode } from 'react';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import { count } from '../../../../../shared/ui/count.ts';
import { DialogForm } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { EditPreview } from './edit-preview.tsx';
import { EditProblems } from './edit-problems.tsx';
import { EditProgress } from './edit-progress.tsx';
import type { EditRun, EditRunOptions } from './use-edit-run.ts';

interface EditRunFormProps extends Pick<EditRunOptions, 'instanceId' | 'onClose'> {
  run: EditRun;
  tree: readonly FieldNode[];
  /** The label of the button while there is nothing to apply, and the words before the number of items. */
  submit: string;
  submitTo?: string;
  /** Shown as long as there is nothing to check. */
  hint: string;
  /** What happens to one item, and to several. */
  verbs?: readonly [one: string, many: string];
  danger?: boolean;
  /** The inputs. */
  children?: ReactNode;
  /** Shown after the preview. */
  note?: ReactNode;
}

/** The form of an edit of many items: its inputs, what prevents it, a preview, and its progress while a job applies it. */
export function EditRunForm(props: EditRunFormProps) {
  const {
    run,
    tree,
    instanceId,
    onClose,
    submit,
    submitTo = submit,
    hint,
    verbs,
    danger = false,
    children,
    note,
  } = props;
  const { checked, running, isApplying } = run;
  if (running) return <EditProgress instanceId={instanceId} started={running} onClose={onClose} />;

  const changed = checked?.changed ?? 0;
  const isReady = changed > 0 && checked?.refused.count === 0 && checked.linked.count === 0;
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) run.run();
      }}
      onCancel={onClose}
      submitLabel={isReady ? `${submitTo} ${count(changed, 'item')}` : submit}
      isSubmitting={isApplying}
      isReady={isReady}
      danger={danger}
    >
      {children}
      <EditProblems instanceId={instanceId} run={run} tree={tree} />
      <EditPreview run={run} tree={tree} hint={hint} {...(verbs && { verbs })} />
      {note}
    </DialogForm>
  );
}

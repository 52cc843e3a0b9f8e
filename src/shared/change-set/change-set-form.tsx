import { type ReactNode, useMemo, useRef } from 'react';
import { queryKeys } from '../http/query-keys.ts';
import { amountText } from '../ui/count.ts';
import { DialogForm } from '../ui/dialog/form-dialog.tsx';
import { CheckAgain } from '../ui/page/check-again.tsx';
import classes from './change-set.module.css';
import { ChangeSetPreview } from './preview.tsx';
import { ChangeSetProblems } from './problems.tsx';
import { ChangeSetProgress } from './progress.tsx';
import type { ChangeSetOptions, ChangeSetRun } from './use-change-set.ts';
import { useFields } from './use-fields.ts';

interface ChangeSetFormProps extends Pick<ChangeSetOptions, 'instanceId' | 'onClose'> {
  run: ChangeSetRun;
  /** The label of the button while there is nothing to apply, and the words before the number of items. */
  submit: string;
  submitTo?: string;
  /** Shown as long as there is nothing to check. */
  hint: string;
  /** What happens to one item, and to several. */
  verbs?: readonly [one: string, many: string];
  /** What refused items cannot be: `changed in this way` if omitted. */
  refusedVerb?: string;
  danger?: boolean;
  /** True if rows name their templates. */
  namesTemplates?: boolean;
  /** The inputs. */
  children?: ReactNode;
  /** Shown after the preview. */
  note?: ReactNode;
}

/** A form that changes many items: its inputs, what prevents it, a preview, and its progress while a job applies it. */
export function ChangeSetForm(props: ChangeSetFormProps) {
  const { run, instanceId, onClose, submit, submitTo = submit, hint, verbs, danger = false, children, note } = props;
  const { namesTemplates = false, refusedVerb = 'changed in this way' } = props;
  const { check, checked, rows, running, isApplying } = run;
  // Refused items need not be on the page.
  const named = useMemo(() => [...(rows ?? []), ...(check?.refusals.sample ?? [])], [rows, check]);
  const fieldsOf = useFields(instanceId, named);
  const preview = useRef<HTMLUListElement>(null);
  if (running) return <ChangeSetProgress instanceId={instanceId} started={running} onClose={onClose} />;

  // The pressed button is unmounted with its items.
  const focusPreview = () => preview.current?.focus({ preventScroll: true });
  const focusing: ChangeSetRun = {
    ...run,
    exclude: (ids) => {
      focusPreview();
      run.exclude(ids);
    },
    excludeRefused: () => {
      focusPreview();
      run.excludeRefused();
    },
    includeAll: () => {
      focusPreview();
      run.includeAll();
    },
  };
  const { added = 0, updated = 0, removed = 0, templates = 0 } = checked?.counts ?? {};
  const changed = added + updated + removed + templates;
  const isReady = changed > 0 && checked?.refusals.count === 0;
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) run.run();
      }}
      onCancel={onClose}
      submitLabel={isReady ? `${submitTo} ${amountText({ added, updated, removed, templates })}` : submit}
      isSubmitting={isApplying}
      isReady={isReady}
      danger={danger}
    >
      {children}
      {/* Problems take room of the preview, above which nothing moves. */}
      <div className={classes.checked}>
        <CheckAgain queryKey={queryKeys.instance.edits(instanceId)} />
        <ChangeSetPreview
          ref={preview}
          instanceId={instanceId}
          run={focusing}
          fieldsOf={fieldsOf}
          hint={hint}
          namesTemplates={namesTemplates}
          {...(verbs && { verbs })}
        />
        <div className={classes.problems}>
          <ChangeSetProblems {...{ instanceId, fieldsOf, refusedVerb }} run={focusing} />
        </div>
      </div>
      {note}
    </DialogForm>
  );
}

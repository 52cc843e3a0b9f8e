import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo, useRef } from 'react';
import { templateQueries } from '../../../shared/data/templates.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { commonKeys, keysText } from '../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../shared/ui/actions/page-actions.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { useEditor } from '../model/editor-context.ts';
import { useTemplateSave } from './use-template-save.ts';

const SaveDialog = lazyPart(() => import('./save-dialog.tsx').then((m) => m.SaveDialog));
const TemplateConflict = lazyPart(() => import('./template-conflict.tsx').then((m) => m.TemplateConflict));

interface SaveTemplateProps {
  instanceId: number;
  /** Runs after a save, with the id of the template; this is where to navigate away. */
  onSaved: (templateId: string) => void;
}

/** The save button of the editor, with all its dialogs. */
export function SaveTemplate({ instanceId, onSaved }: SaveTemplateProps) {
  const editor = useEditor();
  const isNew = editor.mode === 'create';
  const isDirty = useAtomValue(editor.isDirty);
  const flow = useTemplateSave({ instanceId, onSaved });
  const { pending, isConfirming, mutation, dryRun, theirs } = flow;
  const isMounted = useHasOpened(isConfirming);
  const button = useRef<HTMLButtonElement>(null);
  usePageAction({ label: 'Save the template', keys: commonKeys.save }, flow.start);

  const templateId = pending?.body.id ?? '';
  const needsRemoved = isConfirming && !isNew && (pending?.changes.added.length ?? 0) > 0;
  const removed = useQuery({
    ...templateQueries.removedFields(useRequest(), instanceId, templateId),
    enabled: needsRemoved,
  });
  const restored = useMemo(() => new Set(removed.data?.map(({ id }) => id)), [removed.data]);

  return (
    <>
      <Button
        ref={button}
        variant={isNew || isDirty ? 'filled' : 'default'}
        onClick={flow.start}
        loading={mutation.isPending}
        title={keysText(commonKeys.save)}
      >
        {isNew ? 'Save template' : 'Save changes'}
      </Button>
      {isMounted && pending && (
        <SaveDialog
          opened={isConfirming}
          isNew={isNew}
          templateId={templateId}
          changes={pending.changes}
          restored={restored}
          replacements={{ byField: pending.replaced, replace: flow.replaceOption }}
          dryRun={{
            isPending: dryRun.isPending,
            error: shownError(dryRun.error),
            answer: dryRun.data,
            retry: flow.retryDryRun,
          }}
          isSaving={mutation.isPending}
          error={shownError(mutation.error)}
          onCancel={flow.closeConfirm}
          onConfirm={() => void flow.confirm()}
        />
      )}
      {theirs && (
        <TemplateConflict
          {...theirs}
          onClose={() => {
            flow.closeConflict();
            // The previous dialog was unmounted together with the focused element.
            button.current?.focus();
          }}
          onSave={flow.start}
        />
      )}
    </>
  );
}

const notFound =
  'This template was not found, or you can no longer change it. What you have changed stays here until you leave.';

const shownError = (error: unknown): unknown =>
  error instanceof HttpError && error.status === 404 ? new Error(notFound) : error;

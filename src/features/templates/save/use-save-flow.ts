import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSaveTemplate, useTemplateDryRun } from '../../../shared/data/save-template.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useSaveDialogs } from '../../../shared/form/use-save-dialogs.ts';
import { useSingleRun } from '../../../shared/form/use-single-run.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { changesOf, isNoChange, type TemplateChanges } from '../../../shared/template-changes/template-changes.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { errorsOfDetails, invalidFields } from '../model/check-draft.ts';
import { differencesOf } from '../model/compare/differences.ts';
import type { EditorBase } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';
import { placeErrors, type SaveBody, toSaveBody } from '../model/save-body.ts';
import { baseOf, blankDraft } from '../model/start.ts';
import { useShowErrors } from './use-show-errors.ts';

/** A save awaiting confirmation: its body, and what it changes. */
interface PreparedSave {
  body: SaveBody;
  changes: TemplateChanges;
}

interface SaveFlowOptions {
  instanceId: number;
  /** Runs after a save, with the id of the template; this is where to navigate away. */
  onSaved: (templateId: string) => void;
}

/** The steps of a save: validate, dry run, confirm, send, and resolve a conflict if another member saved first. */
export function useSaveFlow({ instanceId, onSaved }: SaveFlowOptions) {
  const editor = useEditor();
  const isNew = editor.mode === 'create';
  const queries = useQueryClient();
  const request = useRequest();
  const notify = useNotify();
  const showWrong = useShowErrors();
  const save = useSaveTemplate(instanceId, isNew ? 'Template created' : 'Template saved');
  const dryRun = useTemplateDryRun(instanceId);
  const dialogs = useSaveDialogs<PreparedSave, EditorBase>();

  const conflict = (saved: EditorBase) => {
    const drafts = { base: editor.read(editor.base).draft, theirs: saved.draft, mine: editor.read(editor.draft) };
    if (differencesOf(drafts).length > 0) return dialogs.openConflict(saved);
    editor.startFrom(saved);
    notify.info(texts.savedTheSame);
  };

  /** Shows why the server refused a body, outside the dialog; returns false if only the dialog can show it. */
  const showRefusal = (error: unknown, body: SaveBody): boolean => {
    if (!(error instanceof HttpError)) return false;
    const template = error.status === 409 ? templateOf(error.body.details) : undefined;
    if (template) {
      queries.setQueryData(templateQueries.get(request, instanceId, template.id).queryKey, template);
      dialogs.closeConfirm();
      conflict(baseOf(template));
      return true;
    }
    const { placed } = placeErrors(body, error.body.fields ?? {});
    if (Object.keys(placed).length === 0) return false;
    editor.setServerErrors(placed);
    dialogs.closeConfirm();
    showWrong.placed(placed);
    return true;
  };

  // The body of the latest dry run; undefined once the dialog is cancelled, so that a late refusal is not shown.
  const latestDryRun = useRef<SaveBody>(undefined);
  const runDryRun = async (body: SaveBody) => {
    latestDryRun.current = body;
    try {
      await dryRun.mutateAsync(body);
    } catch (error) {
      if (latestDryRun.current === body) showRefusal(error, body);
    }
  };

  const start = () => {
    if (editor.mode === 'view' || save.isPending) return;
    editor.closeUndoStep();
    editor.markSaveAttempted();
    const draft = editor.read(editor.draft);
    const wrong = invalidFields(draft);
    if (showWrong.all(draft, errorsOfDetails(draft, isNew), wrong)) return;
    const base = editor.read(editor.base);
    const changes = changesOf(isNew ? blankDraft : base.draft, draft);
    const body = toSaveBody(base, draft, changes);
    save.reset();
    dryRun.reset();
    dialogs.openConfirm({ body, changes });
    if (!isNew && !isNoChange(changes)) void runDryRun(body);
  };

  const { run: confirm } = useSingleRun(async () => {
    if (!dialogs.pending) return false;
    const { body, changes } = dialogs.pending;
    try {
      const { id } = !isNew && isNoChange(changes) ? body : await save.mutateAsync(body);
      onSaved(id);
      return true;
    } catch (error) {
      // A 422 that no input can show: items may have changed since the dry run, so the dialog shows the result of another.
      const isShown = showRefusal(error, body);
      if (isShown || isNew || !(error instanceof HttpError) || error.status !== 422) return false;
      save.reset();
      await runDryRun(body);
      return false;
    }
  });

  return {
    ...dialogs,
    start,
    confirm,
    closeConfirm: () => {
      latestDryRun.current = undefined;
      dialogs.closeConfirm();
    },
    save,
    dryRun,
    retryDryRun: () => dialogs.pending && void runDryRun(dialogs.pending.body),
  };
}

/** The server's current version of the template, if the error contains it. */
const templateOf = (details: unknown): Template | undefined =>
  typeof details === 'object' && details !== null && 'template' in details ? (details.template as Template) : undefined;

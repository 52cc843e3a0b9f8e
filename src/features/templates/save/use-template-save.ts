import type { ReplacedOptions } from '@quartermaster/contract/content/replaced-options.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useRef } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { useSaveTemplate, useTemplateDryRun } from '../../../shared/data/save-template.ts';
import { type Conflict, savedByOf } from '../../../shared/data/saved-by.ts';
import { useSaveFlow } from '../../../shared/form/use-save-flow.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { type OptionReplacements, withReplacement } from '../../../shared/template-changes/option-replacements.ts';
import { changesOf, isNoChange, type TemplateChanges } from '../../../shared/template-changes/template-changes.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { errorsOfDetails, invalidFields } from '../model/check-draft.ts';
import type { EditorBase } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';
import { placeErrors, type SaveBody, toSaveBody } from '../model/save-body.ts';
import { blankDraft } from '../model/start.ts';
import { savedTemplateOf, useDifferences, useMergeStale } from './use-merge-stale.ts';
import { useShowErrors } from './use-show-errors.ts';

/** The body of a save with what items get in place of removed options. */
const bodyWithReplaced = ({ body, replaced }: Pick<PreparedSave, 'body' | 'replaced'>): SaveBody => ({
  ...body,
  fields: body.fields.map((field) => {
    const options = Object.entries(replaced.get(field.id) ?? {});
    return options.length === 0 ? field : { ...field, replaced_options: options.map(([id, by]) => ({ id, by })) };
  }),
});

/** A save awaiting confirmation: its body, and what it changes. */
interface PreparedSave {
  body: SaveBody;
  changes: TemplateChanges;
  /** What items get in place of removed options, by field. */
  replaced: ReadonlyMap<string, ReplacedOptions>;
}

interface TemplateSaveOptions {
  instanceId: number;
  /** Runs after a save, with the id of the template; this is where to navigate away. */
  onSaved: (templateId: string) => void;
}

/** Returns a function that shows a failure of a save on the page; it returns false if the page has no place for it. */
function useShowOnPage(): (error: unknown, body: SaveBody) => boolean {
  const editor = useEditor();
  const notify = useNotify();
  const showWrong = useShowErrors();
  return (error, body) => {
    if (!(error instanceof HttpError)) return false;
    const saved = savedTemplateOf(error);
    const { placed } = placeErrors(body, error.body.fields ?? {});
    if (saved) {
      editor.startFrom(saved);
      notify.info(texts.savedTheSame);
      return true;
    }
    if (Object.keys(placed).length === 0) return false;
    editor.setServerErrors(placed);
    showWrong.placed(placed);
    return true;
  };
}

/** Saves a template: validates it and shows the effects of the save on its items before the save is confirmed. */
export function useTemplateSave({ instanceId, onSaved }: TemplateSaveOptions) {
  const editor = useEditor();
  const isNew = editor.mode === 'create';
  const showWrong = useShowErrors();
  const showOnPage = useShowOnPage();
  const canUndo = useRefusal(isNew ? templates.delete : history.restoreTemplate) === null;
  const save = useSaveTemplate(instanceId, isNew ? 'Template created' : 'Template saved', { canUndo });
  const dryRun = useTemplateDryRun(instanceId);

  const differencesTo = useDifferences();
  const mergeStale = useMergeStale();
  /** The save of the current draft. */
  const prepare = () => {
    const base = editor.read(editor.base);
    const draft = editor.read(editor.draft);
    const changes = changesOf(isNew ? blankDraft : base.draft, draft);
    return { body: toSaveBody(base, draft, changes), changes };
  };
  /** Shows a failure outside the confirmation, which then closes; returns false if only the confirmation can show it. */
  const showOutside = (error: unknown, body: SaveBody): boolean => {
    const isShown = showOnPage(error, body);
    if (isShown) flow.closeConfirm();
    return isShown;
  };

  const flow = useSaveFlow<PreparedSave, Conflict<EditorBase>>({
    send: async (prepared) => {
      const body = bodyWithReplaced(prepared);
      // A merge may leave nothing to save.
      const saved = !isNew && isNoChange(prepared.changes) ? body : await save.mutateAsync(body);
      onSaved(saved.id);
      return true;
    },
    merge: (error, { replaced }) => (mergeStale(error) ? { ...prepare(), replaced } : undefined),
    theirsOf: (error) => {
      const theirs = savedTemplateOf(error);
      return theirs && differencesTo(theirs).length > 0 ? { theirs, saved: savedByOf(error) } : undefined;
    },
    onFailed: async (error, prepared) => {
      const body = bodyWithReplaced(prepared);
      // A 422 that no input can show: items may have changed since the dry run, so the dialog shows the result of another.
      const isShown = showOutside(error, body);
      if (isShown || isNew || !(error instanceof HttpError) || error.status !== 422) return;
      save.reset();
      await runDryRun(body);
    },
  });

  // The body of the latest dry run; undefined once the dialog is cancelled, so that a late refusal is not shown.
  const latestDryRun = useRef<SaveBody>(undefined);
  const runDryRun = async (body: SaveBody) => {
    latestDryRun.current = body;
    try {
      await dryRun.mutateAsync(body);
    } catch (error) {
      if (latestDryRun.current !== body) return;
      if (mergeStale(error)) start();
      else if (!flow.showConflict(error)) showOutside(error, body);
    }
  };

  const start = () => {
    if (editor.mode === 'view' || flow.isClosed()) return;
    editor.closeUndoStep();
    editor.markSaveAttempted();
    const draft = editor.read(editor.draft);
    const wrong = invalidFields(draft);
    if (showWrong.all(draft, errorsOfDetails(draft, isNew), wrong)) return;
    const { body, changes } = prepare();
    save.reset();
    dryRun.reset();
    flow.openConfirm({ body, changes, replaced: new Map() });
    if (!isNew && !isNoChange(changes)) void runDryRun(body);
  };

  return {
    ...flow,
    start,
    closeConfirm: () => {
      latestDryRun.current = undefined;
      flow.closeConfirm();
    },
    mutation: save,
    dryRun,
    retryDryRun: () => flow.pending && void runDryRun(bodyWithReplaced(flow.pending)),
    replaceOption: (...replacement: Parameters<OptionReplacements['replace']>) => {
      const { pending } = flow;
      if (pending)
        flow.openConfirm({ ...pending, replaced: withReplacement({ byField: pending.replaced }, ...replacement) });
    },
  };
}

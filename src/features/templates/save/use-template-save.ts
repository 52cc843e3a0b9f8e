import type { ReplacedOptions } from '@quartermaster/contract/content/replaced-options.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { useRef } from 'react';
import { useSaveTemplate, useTemplateDryRun } from '../../../shared/data/save-template.ts';
import { savedByOf } from '../../../shared/data/saved-by.ts';
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

/** The version that was saved first, and by whom. */
export interface Conflict {
  theirs: EditorBase;
  saved: SavedBy | undefined;
}

interface TemplateSaveOptions {
  instanceId: number;
  /** Runs after a save, with the id of the template; this is where to navigate away. */
  onSaved: (templateId: string) => void;
}

/** Saves a template: validates it and shows the effects of the save on its items before the save is confirmed. */
export function useTemplateSave({ instanceId, onSaved }: TemplateSaveOptions) {
  const editor = useEditor();
  const isNew = editor.mode === 'create';
  const notify = useNotify();
  const showWrong = useShowErrors();
  const save = useSaveTemplate(instanceId, isNew ? 'Template created' : 'Template saved');
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
    if (!(error instanceof HttpError)) return false;
    const saved = savedTemplateOf(error);
    const { placed } = placeErrors(body, error.body.fields ?? {});
    if (saved) {
      editor.startFrom(saved);
      notify.info(texts.savedTheSame);
    } else if (Object.keys(placed).length > 0) {
      editor.setServerErrors(placed);
      showWrong.placed(placed);
    } else return false;
    flow.closeConfirm();
    return true;
  };

  /** The save that is sent: a merged one has another body than the one that was confirmed. */
  const sent = useRef<SaveBody>(undefined);
  const sendOnce = ({ changes, ...prepared }: PreparedSave) => {
    const body = bodyWithReplaced(prepared);
    sent.current = body;
    return !isNew && isNoChange(changes) ? body : save.mutateAsync(body);
  };
  const flow = useSaveFlow<PreparedSave, Conflict>({
    send: async (prepared) => {
      let saved: { id: string };
      try {
        saved = await sendOnce(prepared);
      } catch (error) {
        if (!mergeStale(error)) throw error;
        saved = await sendOnce({ ...prepare(), replaced: prepared.replaced });
      }
      onSaved(saved.id);
      return true;
    },
    theirsOf: (error) => {
      const theirs = savedTemplateOf(error);
      return theirs && differencesTo(theirs).length > 0 ? { theirs, saved: savedByOf(error) } : undefined;
    },
    onFailed: async (error, prepared) => {
      const body = sent.current ?? bodyWithReplaced(prepared);
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

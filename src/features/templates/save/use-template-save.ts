import type { ReplacedOptions } from '@quartermaster/contract/content/replaced-options.ts';
import { useRef } from 'react';
import { currentTemplateOf, useSaveTemplate, useTemplateDryRun } from '../../../shared/data/save-template.ts';
import { useSaveFlow } from '../../../shared/form/use-save-flow.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { type OptionReplacements, withReplacement } from '../../../shared/template-changes/option-replacements.ts';
import { changesOf, isNoChange, type TemplateChanges } from '../../../shared/template-changes/template-changes.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { errorsOfDetails, invalidFields } from '../model/check-draft.ts';
import { differencesOf } from '../model/compare/differences.ts';
import type { EditorBase } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';
import { placeErrors, type SaveBody, toSaveBody } from '../model/save-body.ts';
import { withSavedIds } from '../model/saved-ids.ts';
import { baseOf, blankDraft } from '../model/start.ts';
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

/** Saves a template: validates it and shows the effects of the save on its items before the save is confirmed. */
export function useTemplateSave({ instanceId, onSaved }: TemplateSaveOptions) {
  const editor = useEditor();
  const isNew = editor.mode === 'create';
  const notify = useNotify();
  const showWrong = useShowErrors();
  const save = useSaveTemplate(instanceId, isNew ? 'Template created' : 'Template saved');
  const dryRun = useTemplateDryRun(instanceId);

  const baseIn = (error: unknown): EditorBase | undefined => {
    const template = currentTemplateOf(error);
    return template && baseOf(template);
  };
  const differs = (saved: EditorBase): boolean => {
    const { read } = editor;
    const mine = withSavedIds(read(editor.draft), saved.draft);
    return differencesOf({ base: read(editor.base).draft, theirs: saved.draft, mine }).length > 0;
  };
  /** Shows a failure outside the confirmation, which then closes; returns false if only the confirmation can show it. */
  const showOutside = (error: unknown, body: SaveBody): boolean => {
    if (!(error instanceof HttpError)) return false;
    const saved = error.status === 409 ? baseIn(error) : undefined;
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

  const flow = useSaveFlow<PreparedSave, EditorBase>({
    send: async ({ changes, ...prepared }) => {
      const body = bodyWithReplaced(prepared);
      const { id } = !isNew && isNoChange(changes) ? body : await save.mutateAsync(body);
      onSaved(id);
      return true;
    },
    theirsOf: (error) => {
      const saved = baseIn(error);
      return saved && differs(saved) ? saved : undefined;
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
      if (latestDryRun.current === body && !flow.showConflict(error)) showOutside(error, body);
    }
  };

  const start = () => {
    if (editor.mode === 'view' || flow.isClosed()) return;
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

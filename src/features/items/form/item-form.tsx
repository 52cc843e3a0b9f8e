import { items, newItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { type AccessResult, useRefusal } from '../../../shared/access/use-refusal.ts';
import { type FieldNode, treeOf } from '../../../shared/data/templates.ts';
import { StoredDraft } from '../../../shared/drafts/stored-draft.tsx';
import type { DiscardStored, StoredDraftControl } from '../../../shared/drafts/use-tab-draft.ts';
import { havePatterns, usePatterns } from '../../../shared/field-types/use-patterns.ts';
import { FieldEditors } from '../../../shared/item-form/field-editors.tsx';
import { FieldsFormProvider } from '../../../shared/item-form/form-context.ts';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { useServices } from '../../../shared/services/services.ts';
import { usePartForm } from '../../../shared/services/use-part-form.ts';
import { LostPermissionNotice } from '../../../shared/ui/page/lost-permission-notice.tsx';
import { ItemColumns } from '../aside/item-columns.tsx';
import { useItemAside } from '../aside/use-item-aside.ts';
import { useItemComments } from '../comments/use-item-comments.ts';
import { useCreation } from '../item/creation.ts';
import { draftText } from '../item/draft-text.ts';
import { type DraftBase, type ItemDraft, newItemOf } from '../item/item-draft.ts';
import classes from '../item/item-form.module.css';
import { ReadOnlyItem } from '../item/read-only-item.tsx';
import { useItemForm } from '../item/use-item-form.ts';
import { ItemPanelProvider } from '../panel/item-panel-provider.tsx';
import type { Editors } from '../presence/item-presence.tsx';
import { useDraftEditor } from '../stored/use-draft-editor.ts';
import { ItemFieldsForm } from './item-fields-form.tsx';
import { ItemFormHeader } from './item-form-header.tsx';
import { LostFields } from './live/lost-fields.tsx';
import { useOthersChanges } from './live/use-others-changes.ts';
import { useTemplateChanges } from './live/use-template-changes.ts';
import { ProposeButtons } from './propose/propose-buttons.tsx';
import { ProposedChange } from './propose/proposed-change.tsx';
import { useProposeItem } from './propose/use-propose-item.ts';
import { SaveBar } from './save/save-bar.tsx';
import { SaveDialogs } from './save/save-dialogs.tsx';
import { useItemSave } from './save/use-item-save.ts';

interface ItemFormProps {
  instanceId: number;
  template: Template;
  /** Undefined for a new item. */
  id?: number;
  /** The latest saved state, which others may have changed since; undefined for a new item. */
  saved?: DraftBase;
  /** The initial draft of a new item. */
  draft?: ItemDraft;
  title: string;
  /** The URL of the list with its last filters, sort and page. */
  back: string;
  /** Further actions next to the main one; they call `release` when they have deleted the item, so that its draft is dropped. */
  actions?: (release: () => void) => ReactNode;
  /** True for an item that does not exist any longer. */
  isDeleted?: boolean;
}

/** The form of a new or existing item; read-only until the user is known to be allowed to save items here. */
export function ItemForm({
  instanceId,
  template,
  id,
  draft,
  title,
  back,
  actions,
  isDeleted = false,
  ...item
}: ItemFormProps) {
  const tree = treeOf(template);
  usePatterns(havePatterns(tree));
  const blank = useMemo(() => newItemOf(tree), [tree]);
  const { saved = blank } = item;
  const refusal = useRefusal(id ? items.save : newItem);
  const isReadOnly = refusal !== null;
  const canSave = !isReadOnly && !isDeleted;
  const saveToLeave = (): Promise<boolean> => save.saveToLeave();
  const { form, creation, release, stored } = useStoredForm(
    tree,
    saved,
    draft,
    canSave ? () => saveToLeave() : undefined,
  );
  const { base, isDirty } = form;
  const { element, saveElement, barElement } = useElements();
  const save = useItemSave({ instanceId, template, id, form, creation, isReadOnly: !canSave, back, release, element });
  const saving = { isNew: id === undefined, isPending: save.isPending, submit: save.submit };
  const propose = useProposeItem({ id, tree, form, refusal, element });
  const isEdited = !isReadOnly || propose.isProposing;
  const address = id === undefined ? undefined : { instanceId, templateId: template.id, id };
  const comments = useItemComments(id !== undefined);
  const aside = useItemAside(id !== undefined, comments);
  const ids = useMemo(() => linkedIdsOf(tree, saved.values, draft?.values ?? {}), [tree, saved, draft]);

  const discard = useDiscard(form, save.saveToStay);
  const isSaving = save.isPending || save.isConfirming || Boolean(save.theirs);
  const [editors, setEditors] = useState<Editors>(null);
  useTemplateChanges({ instanceId, template, form, saved });
  const announcement = useOthersChanges({ address, tree, form, saved, isSaving, isDeleted, element });

  return (
    <LinkLabels ids={ids}>
      <ItemPanelProvider instanceId={instanceId} className={classes.page}>
        {announcement}
        <ItemFormHeader
          template={template}
          item={address}
          saved={id === undefined ? undefined : base}
          title={title}
          back={back}
          mode={isDeleted ? 'deleted' : !isReadOnly ? undefined : isEdited ? 'proposal' : 'read only'}
          aside={aside}
          comments={comments}
          saving={isReadOnly ? undefined : { ...saving, saveRef: saveElement }}
          isDirty={isDirty || isDeleted}
          form={element}
          onEditors={setEditors}
        >
          {actions?.(() => release({ isDeleted: true }))}
          <ProposeButtons {...propose} />
        </ItemFormHeader>
        <ItemColumns
          aside={aside}
          comments={comments}
          item={address}
          saved={base}
          tree={tree}
          links={ids}
          form={isEdited ? element : undefined}
        >
          <StoredNotes
            form={form}
            scope={`${instanceId}/${template.id}/${id ?? 'new'}`}
            isEdited={isEdited}
            stored={stored}
          />
          {isEdited ? (
            <FieldEditors value={editors}>
              <ItemFieldsForm
                instanceId={instanceId}
                templateId={template.id}
                id={id}
                tree={tree}
                form={form}
                save={save}
                element={element}
                onSubmit={() => (isReadOnly ? propose.ask() : save.submit(false))}
              />
            </FieldEditors>
          ) : (
            <ReadOnlyForm tree={tree} form={form} refusal={refusal} />
          )}
        </ItemColumns>
        {!isReadOnly && isDirty && (
          <FieldsFormProvider value={form.fields}>
            <SaveBar
              tree={tree}
              form={form}
              lostText={isDeleted ? () => draftText(tree, form.draft()) : undefined}
              onDiscard={discard}
              {...saving}
              saveRef={barElement}
              headerRef={saveElement}
            />
          </FieldsFormProvider>
        )}
      </ItemPanelProvider>
      <SaveDialogs
        tree={tree}
        form={form}
        save={save}
        // The save disabled the button, which lost the focus, so the dialog cannot return the focus to it.
        onConflictLeft={() => (barElement.current ?? saveElement.current)?.focus()}
      />
      <ProposedChange
        instanceId={instanceId}
        templateId={template.id}
        tree={tree}
        label={base.label}
        propose={propose}
        onProposed={() => release()}
      />
    </LinkLabels>
  );
}

type Form = ReturnType<typeof useItemForm>;

interface StoredNotesProps {
  form: Form;
  scope: string;
  isEdited: boolean;
  stored: ReturnType<typeof useStoredForm>['stored'];
}

/** What was lost of a draft, and the draft of an earlier visit. */
const StoredNotes = ({ form, scope, isEdited, stored }: StoredNotesProps) => (
  <>
    {form.lost.length > 0 && (
      <div className={classes.stored}>
        <LostFields lost={form.lost} onClose={form.dismissLost} />
      </div>
    )}
    {(isEdited || form.isDirty) && (
      <div className={classes.stored}>
        <StoredDraft kind="item" scope={scope} isOffered={isEdited} {...stored} />
      </div>
    )}
  </>
);

/** The item without inputs; what was typed before the permission was lost can be copied. */
const ReadOnlyForm = ({
  tree,
  form,
  refusal,
}: {
  tree: FieldNode[];
  form: Form;
  refusal: NonNullable<AccessResult>;
}) => (
  <>
    {form.isDirty && <LostPermissionNotice what="item" refusal={refusal} text={() => draftText(tree, form.draft())} />}
    <ReadOnlyItem nodes={tree} {...(form.isDirty ? form.draft() : form.base)} />
  </>
);

/** The form, and its two buttons that save: one of the header, one of the bar. */
const useElements = () => ({
  element: useRef<HTMLFormElement>(null),
  saveElement: useRef<HTMLButtonElement>(null),
  barElement: useRef<HTMLButtonElement>(null),
});

/** Returns what discards the changes; the host of a part can do so, too, and save them. */
function useDiscard(form: Form, save: () => Promise<boolean>) {
  const { part } = useServices();
  const discard = () => {
    form.startFrom(form.base);
    part?.emit({ type: 'discarded' });
  };
  usePartForm({ save, discard });
  return discard;
}

/** The form of an item, whose draft is stored in the browser until `release` ends it; `save` is offered to a user who leaves. */
function useStoredForm(
  tree: FieldNode[],
  saved: DraftBase,
  draft: ItemDraft | undefined,
  save: (() => Promise<boolean>) | undefined,
) {
  const control = useRef<StoredDraftControl>(null);
  const form = useItemForm(tree, saved, draft ?? saved, {
    onDiscarded: () => control.current?.discard(),
    keep: async () => (await control.current?.keep()) ?? false,
    save,
  });
  const creation = useCreation();
  const editor = useDraftEditor(tree, form, creation);
  const release: DiscardStored = (options) => {
    form.release();
    control.current?.discard(options);
  };
  return { form, creation, release, stored: { editor, control } };
}

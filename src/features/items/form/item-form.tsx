import { Alert, Badge } from '@mantine/core';
import { withReadOnlyOf } from '@quartermaster/contract/content/read-only-values.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { editReadOnly, items, newItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { type FieldNode, treeOf } from '../../../shared/data/templates.ts';
import { StoredDraft } from '../../../shared/drafts/stored-draft.tsx';
import type { DiscardStored, StoredDraftControl } from '../../../shared/drafts/use-stored-draft.ts';
import { havePatterns, usePatterns } from '../../../shared/field-types/use-patterns.ts';
import { ComputedValues } from '../../../shared/item-form/computed/computed-values.tsx';
import { FieldHistory } from '../../../shared/item-form/field-history.tsx';
import { FieldsFormProvider } from '../../../shared/item-form/form-context.ts';
import { FormFields } from '../../../shared/item-form/form-fields.tsx';
import { MayEditReadOnly } from '../../../shared/item-form/may-edit-read-only.ts';
import { WarningsProvider } from '../../../shared/item-form/rules/warnings.ts';
import { SavedValuesProvider, useReadSaved } from '../../../shared/item-form/saved-values.ts';
import { ShownContext, useShownFields } from '../../../shared/item-form/shown/shown-context.ts';
import { ItemsTemplate } from '../../../shared/item-form/using-item.tsx';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { KeptNotice } from '../../../shared/ui/page/kept-notice.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { AsideButton } from '../aside/aside-button.tsx';
import { ItemColumns } from '../aside/item-columns.tsx';
import { useItemAside } from '../aside/use-item-aside.ts';
import { useCreation } from '../item/creation.ts';
import { type DraftBase, type ItemDraft, newItemOf } from '../item/item-draft.ts';
import classes from '../item/item-form.module.css';
import { ReadOnlyItem } from '../item/read-only-item.tsx';
import { useItemForm } from '../item/use-item-form.ts';
import { SameFieldFocus } from '../neighbours/same-field-focus.tsx';
import { ItemPanelProvider } from '../panel/item-panel-provider.tsx';
import { useDraftEditor } from '../stored/use-draft-editor.ts';
import { draftText } from './draft-text.ts';
import { LabelField } from './label-field.tsx';
import { ProposeButtons } from './propose/propose-buttons.tsx';
import { useProposeItem } from './propose/use-propose-item.ts';
import { SaveButtons } from './save/save-buttons.tsx';
import { formError } from './save/save-refusal.ts';
import { useItemSave } from './save/use-item-save.ts';
import { WaitingNotice } from './save/waiting-notice.tsx';

const ItemConflictDialog = lazyPart(() =>
  import('./conflict/item-conflict-dialog.tsx').then((m) => m.ItemConflictDialog),
);
// Only for members who may not save the item.
const ProposeDialog = lazyPart(() => import('./propose/propose-dialog.tsx').then((m) => m.ProposeDialog), {
  isOnUse: true,
});

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
}

/** The form of a new or existing item; read-only until the user is known to be allowed to save items here. */
export function ItemForm({ instanceId, template, id, draft, title, back, actions, ...item }: ItemFormProps) {
  const tree = treeOf(template);
  usePatterns(havePatterns(tree));
  const shownFields = useShownFields(tree);
  const blank = useMemo(() => newItemOf(tree), [tree]);
  const { saved = blank } = item;
  const stored = useRef<StoredDraftControl>(null);
  const refusal = useRefusal(id ? items.save : newItem);
  const isReadOnly = refusal !== null;
  const saveToLeave = (): Promise<boolean> => save.saveToLeave();
  const form = useItemForm(tree, saved, draft ?? saved, {
    onDiscarded: () => stored.current?.discard(),
    keep: async () => (await stored.current?.keep()) ?? false,
    save: isReadOnly ? undefined : () => saveToLeave(),
  });
  const creation = useCreation();
  const draftEditor = useDraftEditor(tree, form, creation);
  const { base, isDirty, startFrom } = form;
  const release: DiscardStored = (options) => {
    form.release();
    stored.current?.discard(options);
  };
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  const maySeeHistory = useRefusal(history.listItem) === null;
  const historyOf = useMemo(
    () => (id && maySeeHistory ? fieldHistoryOf(instanceId, template.id, id) : null),
    [id, maySeeHistory, instanceId, template.id],
  );
  const readSaved = useReadSaved(base);
  const element = useRef<HTMLFormElement>(null);
  const saveElement = useRef<HTMLButtonElement>(null);
  const save = useItemSave({ instanceId, template, id, form, creation, isReadOnly, back, release, element });
  const { submit, isConfirming, theirs, formLevelErrors } = save;
  const propose = useProposeItem({ id, tree, form, refusal, element });
  const isEdited = !isReadOnly || propose.isProposing;
  const address = id === undefined ? undefined : { instanceId, templateId: template.id, id };
  const aside = useItemAside(id !== undefined);
  const ids = useMemo(() => linkedIdsOf(tree, saved.values, draft?.values ?? {}), [tree, saved, draft]);

  // Show others' saves as long as the form is clean; once it is dirty, the save reports the conflict.
  const takeSaved = useEffectEvent(() => startFrom(saved));
  useEffect(() => {
    if (!isDirty && saved.version > base.version) takeSaved();
  }, [isDirty, saved, base]);

  return (
    <LinkLabels ids={ids}>
      <ItemPanelProvider instanceId={instanceId} className={classes.page}>
        <div className={classes.head}>
          <PageHeader
            title={title}
            {...(id && { name: <span title={base.label}>{base.label}</span> })}
            back={{ label: template.header.label, to: back }}
            nextToTitle={
              isReadOnly && (
                <Badge variant="default" radius="sm" tt="none">
                  {isEdited ? 'Proposal' : 'Read only'}
                </Badge>
              )
            }
            actions={
              <>
                <AsideButton {...aside} />
                {actions?.(() => release({ isDeleted: true }))}
                <ProposeButtons {...propose} />
                {!isReadOnly && (
                  <SaveButtons
                    isNew={id === undefined}
                    isPending={save.isPending}
                    submit={submit}
                    saveRef={saveElement}
                  />
                )}
              </>
            }
          />
        </div>
        <ItemColumns aside={aside} item={address} tree={tree} links={ids} form={isEdited ? element : undefined}>
          {(isEdited || isDirty) && (
            <div className={classes.stored}>
              <StoredDraft
                kind="item"
                scope={`${instanceId}/${template.id}/${id ?? 'new'}`}
                editor={draftEditor}
                isOffered={isEdited}
                control={stored}
              />
            </div>
          )}
          {!isEdited ? (
            <>
              {isDirty && <KeptNotice what="item" refusal={refusal} text={() => draftText(tree, form.draft())} />}
              <ReadOnlyItem nodes={tree} {...(isDirty ? form.draft() : base)} />
            </>
          ) : (
            <FieldsFormProvider value={form.fields}>
              <ItemsTemplate value={template.id}>
                <SavedValuesProvider value={readSaved}>
                  <MayEditReadOnly value={mayEditReadOnly}>
                    <form
                      ref={element}
                      className={classes.form}
                      noValidate
                      onSubmit={(event) => {
                        event.preventDefault();
                        if (isReadOnly) propose.ask();
                        else submit(false);
                      }}
                    >
                      {!isConfirming && (
                        <ErrorCallout error={formError(save.error, formLevelErrors)} listsFields={false} />
                      )}
                      {!isConfirming && <WaitingNotice isPending={save.isPending} failure={save.waitsFor} />}
                      {formLevelErrors.length > 0 && (
                        <Alert color="red" variant="light" role="alert">
                          {formLevelErrors.join('; ')}
                        </Alert>
                      )}
                      <LabelField isNew={id === undefined} />
                      <ShownContext value={shownFields}>
                        <WarningsProvider value={form.warnings}>
                          <ComputedValues tree={tree}>
                            <FieldHistory value={historyOf}>
                              <FormFields nodes={tree} path="values" depth={0} />
                            </FieldHistory>
                          </ComputedValues>
                        </WarningsProvider>
                      </ShownContext>
                      {/* With several inputs, Enter only submits a form that has a submit button. */}
                      <button type="submit" hidden aria-hidden tabIndex={-1} />
                      <SameFieldFocus form={element} />
                    </form>
                  </MayEditReadOnly>
                </SavedValuesProvider>
              </ItemsTemplate>
            </FieldsFormProvider>
          )}
        </ItemColumns>
      </ItemPanelProvider>
      <ConfirmDialog
        opened={isConfirming}
        title="Save changes"
        message="Are you sure you want to save the changes to the item?"
        notice={<WaitingNotice isPending={save.isPending} failure={save.waitsFor} />}
        confirmLabel="Yes, save changes"
        cancelLabel="No, keep editing"
        onCancel={save.cancel}
        onConfirm={save.confirm}
      />
      {propose.isOffered && (
        <ProposeDialog
          instanceId={instanceId}
          templateId={template.id}
          tree={tree}
          label={base.label}
          items={propose.items}
          onClose={propose.close}
          onClosed={propose.closed}
          onProposed={() => {
            release();
            propose.stop();
          }}
        />
      )}
      {theirs && (
        <ItemConflictDialog
          tree={tree}
          base={base}
          theirs={theirs.draft}
          lastSave={theirs.lastSave}
          mine={mayEditReadOnly ? form.draft() : withTheirReadOnly(tree, theirs.draft, form.draft())}
          isPending={save.isPending}
          onCancel={() => {
            save.leaveConflict();
            // The save disabled the button, which lost the focus, so the dialog cannot return the focus to it.
            saveElement.current?.focus();
          }}
          onTheirs={() => save.takeTheirs(theirs.draft)}
          onSave={(draft) => save.saveOver(theirs.draft, draft)}
        />
      )}
    </LinkLabels>
  );
}

const fieldHistoryOf = (instanceId: number, templateId: string, id: number) => (field: string) =>
  `${pathTo(paths.itemHistory, { instanceId, templateId, id })}?${new URLSearchParams({ field })}`;

/** A draft in which values that the user cannot change are those that others have saved. */
const withTheirReadOnly = (tree: readonly FieldNode[], theirs: ItemDraft, mine: ItemDraft): ItemDraft => ({
  ...mine,
  values: withReadOnlyOf(tree, theirs.values, mine.values),
});

import { Alert, Badge, Button, Text } from '@mantine/core';
import { diffItemFields } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import { type Item, items, newItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { useSaveItem } from '../../../shared/data/items.ts';
import { treeOf } from '../../../shared/data/templates.ts';
import { StoredDraft } from '../../../shared/drafts/stored-draft.tsx';
import type { DiscardStored } from '../../../shared/drafts/use-stored-draft.ts';
import { toSentFields } from '../../../shared/field-types/image/image-file.ts';
import { useSingleRun } from '../../../shared/form/use-single-run.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { FieldsFormProvider } from '../../../shared/item-form/form-context.ts';
import { FormFields } from '../../../shared/item-form/form-fields.tsx';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { useServices } from '../../../shared/services/services.ts';
import { showUnexpected } from '../../../shared/services/show-unexpected.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { useKey } from '../../../shared/ui/hooks/use-key.ts';
import { KeptNotice } from '../../../shared/ui/page/kept-notice.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useNavigateIfMounted } from '../../../shared/ui/page/use-navigate-if-mounted.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { useDraftEditor } from '../stored/use-draft-editor.ts';
import { draftText } from './draft-text.ts';
import { focusFirstError } from './focus-first-error.ts';
import { ItemConflictDialog } from './item-conflict-dialog.tsx';
import { blankItem, type DraftBase, type ItemDraft, toDraft } from './item-draft.ts';
import classes from './item-form.module.css';
import { LabelField } from './label-field.tsx';
import { ReadOnlyItem } from './read-only-item.tsx';
import { formError, incompatibleVersionMessage, itemOf } from './save-refusal.ts';
import { changesOf, useItemForm } from './use-item-form.ts';

interface ItemFormProps {
  instanceId: number;
  template: Template;
  /** Undefined for a new item. */
  id?: number;
  /** The latest saved state, which others may have changed since; undefined for a new item. */
  saved?: DraftBase;
  title: string;
  /** The URL of the list in the state in which it was left. */
  back: string;
  /** Further actions next to the main one; `release` is called when the item is deleted. */
  actions?: (release: () => void) => ReactNode;
}

/** What follows a save: the list, the same item, or another new one. */
type After = 'list' | 'stay' | 'another';

/** The form of a new or existing item; read-only as long as the user is not known to be allowed to save items here. */
export function ItemForm({ instanceId, template, id, saved = blankItem, title, back, actions }: ItemFormProps) {
  const tree = treeOf(template);
  const discardStored = useRef<DiscardStored>(null);
  const form = useItemForm(tree, saved, () => discardStored.current?.());
  const draftEditor = useDraftEditor(tree, form);
  const { base, isDirty, startFrom } = form;
  const release: DiscardStored = (options) => {
    form.release();
    discardStored.current?.(options);
  };
  const refusal = useRefusal(id ? items.save : newItem);
  const isReadOnly = refusal !== null;
  const services = useServices();
  const { notify } = services;
  const navigateIfMounted = useNavigateIfMounted();
  const save = useSaveItem(instanceId);
  const element = useRef<HTMLFormElement>(null);
  const saveElement = useRef<HTMLButtonElement>(null);
  const [confirming, setConfirming] = useState<ItemDraft>();
  const [theirs, setTheirs] = useState<DraftBase>();
  const [formLevelErrors, setFormLevelErrors] = useState<string[]>([]);
  const ids = useMemo(() => linkedIdsOf(tree, saved.values), [tree, saved]);

  // Show what others have saved as long as the form is clean; once it is dirty, the save reports the conflict.
  const takeSaved = useEffectEvent(() => startFrom(saved));
  useEffect(() => {
    if (!isDirty && saved.version > base.version) takeSaved();
  }, [isDirty, saved, base]);

  // What can no longer be saved is not asked about any more; what is typed stays.
  if (isReadOnly && (confirming || theirs)) {
    setConfirming(undefined);
    setTheirs(undefined);
  }

  const focusFirstInvalid = () => focusFirstError(element.current);

  const showConflict = (current: Item) => {
    const draft = toDraft(tree, current);
    if (draft instanceof InvalidRowError) setFormLevelErrors([incompatibleVersionMessage]);
    else setTheirs(draft);
  };

  const follow = (after: After, draft: ItemDraft, savedAs: { id: number; version: number }) => {
    if (after === 'another') {
      startFrom(blankItem);
      element.current?.querySelector<HTMLElement>('input[name="label"]')?.focus();
    } else if (after === 'stay' && id) {
      // What was typed while it was being saved stays.
      startFrom({ label: draft.label.trim(), values: draft.values, version: savedAs.version }, form.draft());
    } else {
      release();
      const list = `/instance/${instanceId}/templates/${template.id}/items`;
      void navigateIfMounted(after === 'stay' ? `${list}/${savedAs.id}/edit` : back);
      return true;
    }
    return false;
  };

  const { run: send, isClosed } = useSingleRun(async (draft: ItemDraft, draftBase: DraftBase, after: After) => {
    const fields = diffItemFields(tree, draftBase.values, draft.values);
    setFormLevelErrors([]);
    try {
      const savedAs = await save.mutateAsync({
        ...(id ? { id, version: draftBase.version } : {}),
        template_id: template.id,
        internal_label: draft.label.trim(),
        fields: toSentFields(fields) as Parameters<typeof save.mutate>[0]['fields'],
      });
      return follow(after, draft, savedAs);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const current = error.status === 409 ? itemOf(error.body.details) : undefined;
      if (current) showConflict(current);
      if (error.body.fields) {
        setFormLevelErrors(form.setServerErrors(error.body.fields, fields));
        focusFirstInvalid();
      }
      if (!current && !error.body.fields && error.status !== 404) throw error;
      setConfirming(undefined);
      return false;
    }
  });
  const sendAtOnce = (draft: ItemDraft, draftBase: DraftBase, after: After = 'list') => {
    send(draft, draftBase, after).catch((error) => {
      // The form itself shows the answers of the server, in its callout or at the inputs.
      if (!(error instanceof HttpError)) showUnexpected(services, 'Save item', error);
    });
  };

  const submit = (isImmediate: boolean, after: After = 'list') => {
    if (isReadOnly || isClosed()) return;
    save.reset();
    void form.check((draft) => {
      if (id && !changesOf(tree, base, draft).isChanged) notify.info(texts.noChangesToSave);
      else if (isImmediate) sendAtOnce(draft, base, after);
      else setConfirming(draft);
    }, focusFirstInvalid);
  };
  const isWithCommand = (event: KeyboardEvent | MouseEvent) => event.ctrlKey || event.metaKey;
  useKey(
    (event) => event.key.toLowerCase() === 's' && isWithCommand(event),
    () => submit(true),
  );
  useKey(
    (event) => event.key === 'Enter' && isWithCommand(event),
    () => submit(true, 'stay'),
  );

  const saveButtons = !isReadOnly && (
    <>
      <Button
        variant="default"
        disabled={save.isPending}
        onClick={() => submit(true, id ? 'stay' : 'another')}
        {...(id && { title: 'Ctrl+Enter (⌘Enter on a Mac)' })}
      >
        {id ? 'Save and stay' : 'Save and create another'}
      </Button>
      <Button
        ref={saveElement}
        loading={save.isPending}
        onClick={(event) => submit(isWithCommand(event))}
        title="Ctrl+S or Ctrl+click (⌘ on a Mac) saves without asking"
      >
        Save changes
      </Button>
    </>
  );

  return (
    <LinkLabels ids={ids}>
      <div className={classes.page}>
        <div className={classes.head}>
          <PageHeader
            title={title}
            back={{ label: template.header.label, to: back }}
            beside={
              <>
                {id && (
                  <Text c="dimmed" truncate title={base.label}>
                    {base.label}
                  </Text>
                )}
                {isReadOnly && (
                  <Badge variant="default" radius="sm" tt="none">
                    Read only
                  </Badge>
                )}
              </>
            }
            actions={
              <>
                {actions?.(() => release({ isDeleted: true }))}
                {saveButtons}
              </>
            }
          />
        </div>
        {(!isReadOnly || isDirty) && (
          <div className={classes.stored}>
            <StoredDraft
              kind="item"
              scope={`${instanceId}/${template.id}/${id ?? 'new'}`}
              editor={draftEditor}
              isOffered={!isReadOnly}
              drop={discardStored}
            />
          </div>
        )}
        {isReadOnly ? (
          <>
            {isDirty && <KeptNotice what="item" refusal={refusal} text={() => draftText(tree, form.draft())} />}
            <ReadOnlyItem nodes={tree} {...(isDirty ? form.draft() : base)} />
          </>
        ) : (
          <FieldsFormProvider value={form.fields}>
            <form
              ref={element}
              className={classes.form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                submit(false);
              }}
            >
              {!confirming && <ErrorCallout error={formError(save.error, formLevelErrors)} listsFields={false} />}
              {formLevelErrors.length > 0 && (
                <Alert color="red" variant="light" role="alert">
                  {formLevelErrors.join('; ')}
                </Alert>
              )}
              <LabelField isNew={id === undefined} />
              <FormFields nodes={tree} path="values" depth={0} />
              {/* With several inputs, Enter only submits a form that has a submit button. */}
              <button type="submit" hidden aria-hidden tabIndex={-1} />
            </form>
          </FieldsFormProvider>
        )}
      </div>
      <ConfirmDialog
        opened={confirming !== undefined}
        title="Save changes"
        message="Are you sure you want to save the changes to the item?"
        confirmLabel="Yes, save changes"
        cancelLabel="No, keep editing"
        onCancel={() => setConfirming(undefined)}
        onConfirm={() => confirming && send(confirming, base, 'list')}
      />
      {theirs && (
        <ItemConflictDialog
          tree={tree}
          base={base}
          theirs={theirs}
          mine={form.draft()}
          isPending={save.isPending}
          onCancel={() => {
            setTheirs(undefined);
            // The button was disabled during the save and lost the focus, so the dialog cannot restore it.
            saveElement.current?.focus();
          }}
          onTheirs={() => {
            startFrom(theirs);
            setTheirs(undefined);
          }}
          onSave={(draft) => {
            startFrom(theirs, draft);
            setTheirs(undefined);
            sendAtOnce(draft, theirs);
          }}
        />
      )}
    </LinkLabels>
  );
}

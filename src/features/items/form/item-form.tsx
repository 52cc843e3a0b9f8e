import { Alert, Badge, Button } from '@mantine/core';
import { diffItemFields } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import { type Item, items } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { useSaveItem } from '../../../shared/data/items.ts';
import { treeOf } from '../../../shared/data/templates.ts';
import { toSentFields } from '../../../shared/field-types/image/image-file.ts';
import { useSingleRun } from '../../../shared/form/use-single-run.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { FieldsFormProvider } from '../../../shared/item-form/form-context.ts';
import { FormFields } from '../../../shared/item-form/form-fields.tsx';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { useKey } from '../../../shared/ui/hooks/use-key.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { KeptNotice } from '../../../shared/ui/page/kept-notice.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useLeadOn } from '../../../shared/ui/page/use-lead-on.ts';
import { draftText } from './draft-text.ts';
import { ItemConflictDialog } from './item-conflict-dialog.tsx';
import { blankItem, type DraftBase, type ItemDraft, toDraft } from './item-draft.ts';
import classes from './item-form.module.css';
import { LabelField } from './label-field.tsx';
import { ReadOnlyItem } from './read-only-item.tsx';
import { itemOf, otherRows, toldAbove } from './save-refusal.ts';
import { showFirstWrong } from './show-first-wrong.ts';
import { changesOf, useItemForm } from './use-item-form.ts';

interface ItemFormProps {
  instanceId: number;
  template: Template;
  /** Left out for a new item. */
  id?: number;
  first?: DraftBase;
  title: string;
  /** The list, as it was left. */
  back: string;
  /** Further actions beside the main one. */
  actions?: (release: () => void) => ReactNode;
}

/**
 * The form of an item, new or not; without the permission, or outside of Dev, what it holds to read. Where the permission is lost
 * while somebody types, that is what they have typed.
 */
export function ItemForm({ instanceId, template, id, first = blankItem, title, back, actions }: ItemFormProps) {
  const tree = treeOf(template);
  const form = useItemForm(tree, first);
  const { base, isDirty, release, startFrom } = form;
  const refusal = useRefusal(items.save);
  const isReadOnly = refusal !== null;
  const notify = useNotify();
  const leadOn = useLeadOn();
  const save = useSaveItem(instanceId);
  const element = useRef<HTMLFormElement>(null);
  const saveElement = useRef<HTMLButtonElement>(null);
  const [confirming, setConfirming] = useState<ItemDraft>();
  const [theirs, setTheirs] = useState<DraftBase>();
  const [unplaced, setUnplaced] = useState<string[]>([]);
  const ids = useMemo(() => linkedIdsOf(tree, first.values), [tree, first]);

  // What others have saved meanwhile is shown at once while nothing is typed; afterwards the save will ask.
  useEffect(() => {
    if (!isDirty && first.version > base.version) startFrom(first);
  });

  // What can no longer be saved is not asked about any more; what is typed stays.
  if (isReadOnly && (confirming || theirs)) {
    setConfirming(undefined);
    setTheirs(undefined);
  }

  const leadToWrong = () => showFirstWrong(element.current);

  const showConflict = (current: Item) => {
    const draft = toDraft(tree, current);
    if (draft instanceof InvalidRowError) setUnplaced([otherRows]);
    else setTheirs(draft);
  };

  const { run: send, isClosed } = useSingleRun(async (draft: ItemDraft, from: DraftBase) => {
    const fields = diffItemFields(tree, from.values, draft.values);
    setUnplaced([]);
    try {
      await save.mutateAsync({
        ...(id ? { id, version: from.version } : {}),
        template_id: template.id,
        internal_label: draft.label.trim(),
        fields: toSentFields(fields) as Parameters<typeof save.mutate>[0]['fields'],
      });
      release();
      leadOn(back);
      return true;
    } catch (error) {
      if (!(error instanceof HttpError)) return false;
      const current = error.status === 409 ? itemOf(error.body.details) : undefined;
      if (current) showConflict(current);
      if (error.body.fields) {
        setUnplaced(form.setServerErrors(error.body.fields, fields));
        leadToWrong();
      }
      if (current || error.body.fields || error.status === 404) setConfirming(undefined);
      return false;
    }
  });

  const submit = (isImmediate: boolean) => {
    if (isReadOnly || isClosed()) return;
    save.reset();
    void form.check((draft) => {
      if (id && !changesOf(tree, base, draft).isChanged) notify.info('No changes to save');
      else if (isImmediate) void send(draft, base);
      else setConfirming(draft);
    }, leadToWrong);
  };
  const isWithCommand = (event: KeyboardEvent | MouseEvent) => event.ctrlKey || event.metaKey;
  useKey(
    (event) => event.key.toLowerCase() === 's' && isWithCommand(event),
    () => submit(true),
  );

  const saveButton = !isReadOnly && (
    <Button
      ref={saveElement}
      loading={save.isPending}
      onClick={(event) => submit(isWithCommand(event))}
      title="Ctrl+S or ⌘S saves at once, as does a click with Ctrl or ⌘ held"
    >
      Save changes
    </Button>
  );

  return (
    <LinkLabels ids={ids}>
      <div className={classes.page}>
        <div className={classes.head}>
          <PageHeader
            title={title}
            back={{ label: template.header.label, to: back }}
            beside={
              isReadOnly && (
                <Badge variant="default" radius="sm" tt="none">
                  Read only
                </Badge>
              )
            }
            actions={
              <>
                {actions?.(release)}
                {saveButton}
              </>
            }
          />
        </div>
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
              {!confirming && <ErrorCallout error={toldAbove(save.error, unplaced)} />}
              {unplaced.length > 0 && (
                <Alert color="red" variant="light" role="alert">
                  {unplaced.join('; ')}
                </Alert>
              )}
              <LabelField />
              <FormFields nodes={tree} path="values" depth={0} />
              {/* Enter submits a form of several inputs only where it has a button for it. */}
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
        isPending={save.isPending}
        error={save.error}
        onCancel={() => setConfirming(undefined)}
        onConfirm={() => confirming && void send(confirming, base)}
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
            // While it saved, the button could not keep the focus: the dialog has none to give back.
            saveElement.current?.focus();
          }}
          onTheirs={() => {
            startFrom(theirs);
            setTheirs(undefined);
          }}
          onSave={(draft) => {
            startFrom(theirs, draft);
            setTheirs(undefined);
            void send(draft, theirs);
          }}
        />
      )}
    </LinkLabels>
  );
}

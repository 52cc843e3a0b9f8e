import { Alert, Skeleton } from '@mantine/core';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { editReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import type { ActionContext, ProposedChange } from '@quartermaster/contract/extensions/extension-api.ts';
import { extensionLimits, readFromExtension } from '@quartermaster/contract/extensions/messages.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../../../shared/access/use-refusal.ts';
import { ChangeSetForm } from '../../../../../shared/change-set/change-set-form.tsx';
import { useApplyDoor } from '../../../../../shared/data/doors.ts';
import { type ItemRecord, itemRecordsQuery } from '../../../../../shared/data/item-records.ts';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import type { Extension } from '../../../../../shared/extensions/extension.ts';
import { ExtensionPart } from '../../../../../shared/extensions/extension-part.tsx';
import { useRequests, useSurroundings } from '../../../../../shared/extensions/use-surroundings.ts';
import { useFileCall } from '../../../../../shared/services/file-call.ts';
import { count } from '../../../../../shared/ui/count.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../../shared/ui/error-callout.tsx';
import type { WantedItems } from '../../export/use-export-items.ts';
import { useItemsEdit } from '../use-items-edit.ts';
import { actionFields, readChanges } from './read-changes.ts';
import { useNewest } from './use-newest.ts';

/** Milliseconds between two proposals of an action at least. */
const changePause = 250;

/** The items that an action is for. */
export interface SelectedForAction {
  instanceId: number;
  templateId: string;
  tree: readonly FieldNode[];
  /** How many are selected. */
  amount: number;
  /** The selected items at the time of the call. */
  itemsToExport: () => WantedItems;
}

interface ActionFormProps extends SelectedForAction {
  extension: Extension;
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** An action of an extension on the selected items: what it proposes is checked, shown, and applied like a bulk edit. */
export const ActionDialog = (props: ActionFormProps) => (
  <FormDialog
    opened={props.opened}
    onClose={props.onClose}
    title={`${props.title}: ${count(props.amount, 'item')}`}
    size="xl"
    isSticky
    isTall
  >
    <LoadedAction {...props} />
  </FormDialog>
);

function LoadedAction(props: ActionFormProps) {
  // Those that were selected when it was opened.
  const [query] = useState(() => firstOf(props.itemsToExport()));
  const { data, error } = useQuery({
    ...itemRecordsQuery(useFileCall(), props, query, extensionLimits.items),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <ActionForm {...props} records={data} />;
  return error ? <ErrorCallout error={error} /> : <Skeleton height={160} />;
}

const firstOf = ({ ids, ...others }: WantedItems): WantedItems =>
  ids ? { ...others, ids: ids.slice(0, extensionLimits.items) } : others;

function ActionForm({ records, ...props }: ActionFormProps & { records: readonly ItemRecord[] }) {
  const { instanceId, templateId, tree, amount, extension, title, opened, onClose } = props;
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  const surroundings = useSurroundings();
  const fields = useMemo(() => actionFields(tree, { mayEditReadOnly }), [tree, mayEditReadOnly]);
  const context = useMemo(
    (): ActionContext => ({
      templateId,
      fields: [...fields.values()],
      items: records.map((record) => ({ templateId, ...record })),
      selected: amount,
      ...surroundings,
    }),
    [templateId, fields, records, amount, surroundings],
  );
  const [changes, setChanges] = useState<readonly ProposedChange[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const [hasStopped, setStopped] = useState(false);
  const asked = useRequests(extension.title);
  const ids = useMemo(() => new Set(records.map(({ id }) => id)), [records]);
  const isFrame = 'frame' in extension.runs;
  const change = useNewest(changePause, (items: readonly ProposedChange[]) => {
    // Messages of a frame have been read; an element of the host can pass anything.
    const isReadable = isFrame || readFromExtension({ type: 'change-items', items }) !== undefined;
    if (isReadable && items.every(({ id }) => ids.has(id))) setChanges(items);
    else setFailed(true);
  });
  const requests = useMemo(() => ({ ...asked, change }), [asked, change]);

  const read = useMemo(() => readChanges(changes, fields), [changes, fields]);
  const apply = useApplyDoor(instanceId, bulkEdits, {
    of: 'editItems',
    textOf: ({ updated }) => `${count(updated, 'item')} changed`,
    templateId,
  });
  const isProposing = !hasFailed && !hasStopped && 'values' in read && read.values.length > 0;
  const proposed = isProposing ? read.values.map(({ id }) => id) : [];
  const options = { instanceId, apply, isOpen: opened, onClose, onApplied: onClose, onMatching: () => undefined };
  const target = { selection: { template_id: templateId, ids: proposed }, excluded: [] };
  const run = useItemsEdit({ ...options, target }, isProposing ? { values: read.values } : undefined, extension.title);
  return (
    <ChangeSetForm
      {...options}
      run={run}
      submit="Apply"
      submitTo="Apply to"
      hint={`What “${extension.title}” proposes is shown here, before anything is changed.`}
    >
      {amount > records.length && (
        <Alert color="amber" variant="light">
          It gets the first {numberText(records.length)} of {count(amount, 'item')}.
        </Alert>
      )}
      {hasFailed ? (
        <Alert color="red" variant="light" role="alert">
          The extension “{extension.title}” was removed: it has asked to change items that are not selected, or in a way
          that cannot be read. Nothing was changed.
        </Alert>
      ) : (
        <ExtensionPart
          kind="action"
          extension={extension}
          title={title}
          context={context}
          requests={requests}
          onFailed={() => setStopped(true)}
        />
      )}
      {'wrong' in read && (
        <Alert color="red" variant="light" role="alert">
          “{extension.title}” proposes {read.wrong}
        </Alert>
      )}
    </ChangeSetForm>
  );
}

import { withReadOnlyOf } from '@quartermaster/contract/content/read-only-values.ts';
import { editReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialog/confirm-dialog.tsx';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import type { ItemDraft } from '../../item/item-draft.ts';
import type { useItemForm } from '../../item/use-item-form.ts';
import type { useItemSave } from './use-item-save.ts';
import { WaitingNotice } from './waiting-notice.tsx';

const ItemConflictDialog = lazyPart(() =>
  import('../conflict/item-conflict-dialog.tsx').then((m) => m.ItemConflictDialog),
);

interface SaveDialogsProps {
  tree: readonly FieldNode[];
  form: ReturnType<typeof useItemForm>;
  save: ReturnType<typeof useItemSave>;
  /** Called after a conflict is left without a choice, to move the focus. */
  onConflictLeft: () => void;
}

/** The dialogs of a save: the one that confirms it, and the one that resolves a conflict. */
export function SaveDialogs({ tree, form, save, onConflictLeft }: SaveDialogsProps) {
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  const { theirs } = save;
  return (
    <>
      <ConfirmDialog
        opened={save.isConfirming}
        title="Save changes"
        message="Are you sure you want to save the changes to the item?"
        notice={<WaitingNotice isPending={save.isPending} failure={save.waitsFor} />}
        confirmLabel="Yes, save changes"
        cancelLabel="No, keep editing"
        onCancel={save.cancel}
        onConfirm={save.confirm}
      />
      {theirs && (
        <ItemConflictDialog
          tree={tree}
          base={form.base}
          theirs={theirs.draft}
          lastSave={theirs.lastSave}
          mine={mayEditReadOnly ? form.draft() : withTheirReadOnly(tree, theirs.draft, form.draft())}
          isPending={save.isPending}
          onCancel={() => {
            save.leaveConflict();
            onConflictLeft();
          }}
          onTheirs={() => save.takeTheirs(theirs.draft)}
          onSave={(draft) => save.saveOver(theirs.draft, draft)}
        />
      )}
    </>
  );
}

/** A draft in which values that the user cannot change are those that others have saved. */
const withTheirReadOnly = (tree: readonly FieldNode[], theirs: ItemDraft, mine: ItemDraft): ItemDraft => ({
  ...mine,
  values: withReadOnlyOf(tree, theirs.values, mine.values),
});

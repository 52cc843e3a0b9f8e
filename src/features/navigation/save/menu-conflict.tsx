import { Button, Stack, Text } from '@mantine/core';
import { useIsOwnSave } from '../../../shared/data/accounts.ts';
import type { Conflict } from '../../../shared/data/saved-by.ts';
import { displacedText } from '../../../shared/tree/displaced-text.ts';
import { conflictTitle } from '../../../shared/ui/dialog/conflict-title.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { savedText } from '../../../shared/ui/dialog/saved-text.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { texts } from '../../../shared/ui/texts.ts';
import type { MenuEditor } from '../model/menu-actions.ts';
import { isSameMenu, type MenuBase, nameOf } from '../model/menu-draft.ts';
import { rebase } from '../model/rebase.ts';

interface MenuConflictProps extends Conflict<MenuBase> {
  editor: MenuEditor;
  /** Closes the dialog. */
  onClose: () => void;
  /** Asks to save. */
  onSave: () => void;
}

/** Shown when another member has changed the menu in the meantime. The choice becomes a draft based on their version. */
export function MenuConflict({ editor, theirs, saved, onClose, onSave }: MenuConflictProps) {
  const notify = useNotify();
  const isOwn = useIsOwnSave()(saved);
  const takeTheirs = () => {
    // My draft becomes an undo step, so that it can be restored.
    editor.startFrom(theirs, editor.read(editor.draft));
    editor.edit(() => theirs.draft);
    onClose();
    notify.info('Your changes were dropped. Undo restores them.');
  };
  const keepMine = () => {
    const base = editor.read(editor.base).draft;
    const { draft, displaced } = rebase({ base, theirs: theirs.draft, mine: editor.read(editor.draft) });
    editor.startFrom(theirs, draft);
    onClose();
    if (displaced.length > 0) notify.info(displacedText(displaced.map((id) => nameOf(draft, id))));
    if (isSameMenu(draft, theirs.draft)) notify.info(texts.savedTheSame);
    else onSave();
  };
  return (
    <Dialog opened onClose={onClose} title={conflictTitle('navigation', isOwn)}>
      <Stack gap="md">
        {saved && <Text size="sm">{savedText(saved, isOwn)}</Text>}
        <Text size="sm">None of your changes is lost until you choose.</Text>
        <Stack gap="xs">
          <Button variant="default" onClick={takeTheirs}>
            {texts.takeTheirs}
          </Button>
          <Button data-autofocus onClick={keepMine}>
            Make my changes to theirs, and save
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}

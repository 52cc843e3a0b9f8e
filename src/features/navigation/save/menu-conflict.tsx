import { Button, Stack, Text } from '@mantine/core';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { useNotify } from '../../../shared/ui/notify.ts';
import { texts } from '../../../shared/ui/texts.ts';
import type { MenuEditor } from '../model/menu-actions.ts';
import { isSameMenu, type MenuBase } from '../model/menu-draft.ts';
import { rebase } from '../model/rebase.ts';

interface MenuConflictProps {
  editor: MenuEditor;
  theirs: MenuBase;
  /** Closes the dialog. */
  onClose: () => void;
  /** Asks to save. */
  onSave: () => void;
}

/** Shown when another member has changed the menu in the meantime. The choice becomes a draft based on their version. */
export function MenuConflict({ editor, theirs, onClose, onSave }: MenuConflictProps) {
  const notify = useNotify();
  const takeTheirs = () => {
    // My draft becomes an undo step, so that it can be restored.
    editor.startFrom(theirs, editor.read(editor.draft));
    editor.edit(() => theirs.draft);
    onClose();
    notify.info('Your changes were dropped. Undo restores them.');
  };
  const keepMine = () => {
    const base = editor.read(editor.base).draft;
    const draft = rebase({ base, theirs: theirs.draft, mine: editor.read(editor.draft) });
    editor.startFrom(theirs, draft);
    onClose();
    if (isSameMenu(draft, theirs.draft)) notify.info(texts.savedTheSame);
    else onSave();
  };
  return (
    <Dialog opened onClose={onClose} title="Someone else has changed this navigation in the meantime">
      <Stack gap="md">
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

import { Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { pageActionsAtom, pageKeysAtom } from '../../../shared/ui/actions/page-actions.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { KeyCaps } from './key-caps.tsx';
import classes from './palette.module.css';

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** All shortcuts of the page, as its parts declare them. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog opened={opened} title="Keyboard shortcuts" onClose={onClose}>
      <Shortcuts />
      <Text size="xs" c="dimmed" mt="sm">
        They work while no dialog is open. Tables, trees and menus also follow the arrow keys.
      </Text>
    </Dialog>
  );
}

function Shortcuts() {
  const actions = useAtomValue(pageActionsAtom);
  const listed = useAtomValue(pageKeysAtom);
  // Parts of a page may offer the same.
  const ofActions = new Map(actions.flatMap(({ label, keys }) => (keys.length > 0 ? [[label, keys] as const] : [])));
  return (
    <dl className={classes.shortcuts}>
      {[...ofActions].map(([label, keys]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {keys.map((one, index) => (
              <span key={one}>
                {index > 0 && ' or '}
                <KeyCaps keys={one} />
              </span>
            ))}
          </dd>
        </div>
      ))}
      {listed
        .filter(({ does }) => !ofActions.has(does))
        .map(({ does, keys }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              <kbd className={classes.key}>{keys}</kbd>
            </dd>
          </div>
        ))}
    </dl>
  );
}

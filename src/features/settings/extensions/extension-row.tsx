import { Group, Text } from '@mantine/core';
import type { Extension } from '@quartermaster/contract/endpoints/extensions.ts';
import { RowMenu } from '../../../shared/table/row-menu.tsx';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { ManagedRow } from '../../../shared/ui/entries/managed-list.tsx';
import { IconRefresh } from '../../../shared/ui/icons/refresh.ts';
import { IconTrash } from '../../../shared/ui/icons/trash.ts';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import { asksOf } from './asks-of.ts';
import type { ExtensionAction } from './extension-action.ts';
import classes from './extensions.module.css';

interface ExtensionRowProps {
  extension: Extension;
  mayUpdate: boolean;
  mayRemove: boolean;
  onAction: (action: ExtensionAction) => void;
}

/** An extension: what it is called and does, where it is from, and who allowed it. */
export function ExtensionRow({ extension, mayUpdate, mayRemove, onAction }: ExtensionRowProps) {
  const { name, title, version, address, by, allowed_at } = extension;
  const actions: MenuAction[] = [
    ...(mayUpdate
      ? [{ label: 'Update', Icon: IconRefresh, onClick: () => onAction({ kind: 'update', extension }) }]
      : []),
    ...(mayRemove
      ? [{ label: 'Remove', Icon: IconTrash, danger: true, onClick: () => onAction({ kind: 'remove', extension }) }]
      : []),
  ];
  return (
    <ManagedRow actions={<RowMenu label={`Actions for ${title}`} actions={actions} />}>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <code className={classes.name}>{name}</code>
        <Text size="sm" c="dimmed">
          {version}
        </Text>
      </Group>
      {asksOf(extension).map(({ capability, does, gets }) => (
        <Text key={capability} size="sm">
          {does}{' '}
          <Text span size="sm" c="dimmed">
            {gets}
          </Text>
        </Text>
      ))}
      <Text size="xs" c="dimmed" className={classes.address}>
        {address}, allowed {by !== null && `by ${by} `}on {dateTime(allowed_at)}
      </Text>
    </ManagedRow>
  );
}

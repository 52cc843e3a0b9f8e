import { ActionIcon, Popover, Table } from '@mantine/core';
import type { ListedKeys } from '../../ui/actions/key-list.ts';
import { IconQuestionMark } from '../../ui/icons/question-mark.ts';

/** A button that lists the keyboard shortcuts of a tree. */
export function Shortcuts({ shortcuts }: { shortcuts: readonly ListedKeys[] }) {
  return (
    <Popover position="bottom-end" width={360} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          size={30}
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
        >
          <IconQuestionMark size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Keyboard shortcuts" p="xs">
        <Table verticalSpacing={4} fz="sm" data-autofocus tabIndex={-1}>
          <Table.Tbody>
            {shortcuts.map(({ does, keys: pressed }) => (
              <Table.Tr key={does}>
                <Table.Th fw={400}>{does}</Table.Th>
                <Table.Td>{pressed}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}

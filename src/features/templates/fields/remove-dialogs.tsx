import { Button, Group, Stack, Text } from '@mantine/core';
import { eventIdOf } from '../../../shared/http/event-id.ts';
import { count } from '../../../shared/ui/count.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { useEditor } from '../model/editor-context.ts';
import { descendantCount, describeWithDescendants } from './field-actions.ts';
import classes from './fields-tab.module.css';

interface RemoveQuestionProps {
  ids: readonly string[];
  isOpen: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

const listed = 6;

/** Asks for confirmation before fields are removed, and lists what will be removed with them. */
export function RemoveQuestion({ ids, isOpen, onCancel, onConfirm }: RemoveQuestionProps) {
  const editor = useEditor();
  const draft = editor.read(editor.draft);
  const there = ids.filter((id) => draft.settings.has(id));
  const isOne = ids.length === 1;
  const fields = count(ids.length, 'field');
  const inner = descendantCount(draft, there);
  return (
    <ConfirmDialog
      opened={isOpen}
      title={isOne ? 'Remove field' : 'Remove fields'}
      message={
        <Stack gap="xs">
          <Text size="sm">
            {isOne ? 'Are you sure you want to remove this field?' : `Are you sure you want to remove these ${fields}?`}
          </Text>
          <ul className={classes.removed}>
            {there.slice(0, listed).map((id) => (
              <li key={id}>{describeWithDescendants(draft, id)}</li>
            ))}
            {there.length > listed && <li>and {there.length - listed} more</li>}
          </ul>
          {inner > 0 && (
            <Text size="sm">
              {inner === 1
                ? 'The field inside is removed too.'
                : `The ${count(inner, 'field')} inside are removed too.`}
            </Text>
          )}
        </Stack>
      }
      confirmLabel={isOne ? 'Yes, remove field' : `Yes, remove ${fields}`}
      cancelLabel={isOne ? 'No, keep field' : 'No, keep fields'}
      onCancel={onCancel}
      onConfirm={onConfirm}
      danger
    />
  );
}

/** Reports that a field could not be removed for a reason other than the rules of the tree. */
export function RemoveFailure({ error, onClose }: { error: unknown; onClose: () => void }) {
  return (
    <Dialog opened={error !== undefined} onClose={onClose} title="Error removing field">
      <Stack gap="md">
        <Text size="sm">
          An error occurred while attempting to remove the field. Please try again later. If the problem persists, reach
          out to our support team for assistance with error id: {error !== undefined && <code>{eventIdOf(error)}</code>}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

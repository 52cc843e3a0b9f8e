import { Button, Group, Stack, Text } from '@mantine/core';
import { UnsavedNames } from './unsaved-names.tsx';

interface UnsavedQuestionProps {
  isPending: boolean;
  /** Names of the unsaved objects, if known. */
  names: readonly string[];
  onStay: () => void;
  onLeave: () => void;
}

/** The same question inside a popover: a dialog outside it would count as a click outside and close it. */
export function UnsavedQuestion({ isPending, names, onStay, onLeave }: UnsavedQuestionProps) {
  return (
    <Stack gap="sm" role="alert">
      <Text fw={600}>Leave without saving?</Text>
      <Text size="sm">You have unsaved changes. They are lost when you change the instance.</Text>
      <UnsavedNames names={names} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay on this page
        </Button>
        <Button color="red" loading={isPending} onClick={onLeave}>
          Leave without saving
        </Button>
      </Group>
    </Stack>
  );
}

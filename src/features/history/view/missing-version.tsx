import { Text } from '@mantine/core';

/** Explains why a version is shown without the one before. */
export const MissingVersion = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

/** For an item. */
export const itemNotKept = 'The version before is not kept any more, so all values are shown as added.';

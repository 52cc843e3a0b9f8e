import { Badge, Text } from '@mantine/core';
import type { CheckedExtension } from '@quartermaster/contract/endpoints/extensions.ts';
import { addedCapabilities } from '@quartermaster/contract/extensions/added-capabilities.ts';
import { asksOf } from './asks-of.ts';
import classes from './extensions.module.css';

/** What an extension asks for, and what of it is new. */
export function AskedFor({ checked: { extension, allowed } }: { checked: CheckedExtension }) {
  const added = addedCapabilities(allowed, extension);
  const isMore = allowed !== null && added.size > 0;
  return (
    <section aria-label="What it asks for">
      <Text size="sm" mb="xs">
        <strong>{extension.title}</strong> {extension.version}
        {allowed !== null && `, instead of ${allowed.version}`}
        {isMore ? ', asks for more than was allowed:' : ' asks for this:'}
      </Text>
      <ul className={classes.asks}>
        {asksOf(extension).map(({ capability, does, gets }) => (
          <li key={capability}>
            {isMore && added.has(capability) && (
              <Badge color="amber" variant="light" size="sm" me={4}>
                New
              </Badge>
            )}
            {does}{' '}
            <Text span size="sm" c="dimmed">
              {gets}
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm" mt="xs">
        For everyone who can open these pages. It runs in a frame of its own, without the session and without a network.
      </Text>
    </section>
  );
}

import { Alert, Stack, TextInput } from '@mantine/core';
import type { MissingKey } from './use-missing-keys.ts';

interface MissingKeysProps {
  keys: readonly MissingKey[];
  onChange: (patterns: Record<string, string>) => void;
}

/** Offers values for unique and required fields that the file has no column for. */
export function MissingKeys({ keys, onChange }: MissingKeysProps) {
  if (keys.length === 0) return null;
  const patterns = Object.fromEntries(keys.flatMap(({ id, pattern, isLoading }) => (isLoading ? [] : [[id, pattern]])));
  return (
    <Alert color="yellow" variant="light">
      <Stack gap="sm">
        {keys.map(({ id, name, pattern, wrong, isLoading, examples }) => (
          <TextInput
            key={id}
            label={`No column is imported as ${name}, which is unique and required. New items get`}
            description={
              examples.length > 0
                ? `${examples.join(', ')}, … – {i} is the number of the row, {i+100} the same plus 100.`
                : undefined
            }
            value={pattern}
            disabled={isLoading}
            onChange={({ currentTarget }) => onChange({ ...patterns, [id]: currentTarget.value })}
            error={wrong}
            autoComplete="off"
          />
        ))}
      </Stack>
    </Alert>
  );
}

import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useCopy } from '../../../../shared/ui/copy/use-copy.ts';
import { useDialogLock } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { saveFile } from '../../../../shared/ui/save-file.ts';
import classes from './recovery-codes.module.css';

/** New recovery codes, which are shown once. The heading takes the focus so that screen readers read it. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  useDialogLock();
  const { isCopied, copy } = useCopy();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="md" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          Store your recovery codes
        </Title>
        <Text size="sm" mt={4}>
          Each of them signs you in once with your password, if you lose your second factor. They are shown only now,
          and earlier ones no longer work.
        </Text>
      </div>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Button variant="default" onClick={() => copy(text)}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button
            variant="default"
            onClick={() => saveFile('quartermaster-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          >
            Download
          </Button>
        </Group>
        <Button onClick={onStored}>I have stored them</Button>
      </Group>
    </Stack>
  );
}

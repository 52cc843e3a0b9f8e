import { ActionIcon } from '@mantine/core';
import { IconCheck } from '../icons/check.ts';
import { IconCopy } from '../icons/copy.ts';
import { useCopy } from './use-copy.ts';

/** Copies `value`; `label` names what is copied. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { isCopied, copy } = useCopy();
  const text = isCopied ? 'Copied' : `Copy ${label}`;
  return (
    <ActionIcon
      variant="subtle"
      color={isCopied ? 'green' : 'gray'}
      aria-label={text}
      title={text}
      onClick={() => copy(value)}
    >
      {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </ActionIcon>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import { useCopy } from './use-copy.ts';

/** Copies what was typed into a form that cannot be saved any more. */
export function CopyTypedButton({ text, ...button }: ButtonProps & { text: () => string }) {
  const { isCopied, copy } = useCopy();
  return (
    <Button variant="default" {...button} onClick={() => void copy(text())}>
      {isCopied ? 'Copied' : 'Copy the typed text'}
    </Button>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import { useCopy } from './use-copy.ts';

interface CopyTypedButtonProps extends ButtonProps {
  text: () => string;
  label?: string;
}

/** Copies what was typed and cannot be saved or sent any more. */
export function CopyTypedButton({ text, label = 'Copy the typed text', ...button }: CopyTypedButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <Button variant="default" {...button} onClick={() => void copy(text())}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

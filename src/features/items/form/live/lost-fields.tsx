import { Alert, Group, Text } from '@mantine/core';
import { CopyButton } from '../../../../shared/ui/copy/copy-button.tsx';
import { useNoticeFocus } from '../../../../shared/ui/hooks/use-notice-focus.ts';
import type { LostValue } from '../../item/lost-values.ts';
import classes from './lost-fields.module.css';

interface LostFieldsProps {
  lost: readonly LostValue[];
  onClose: () => void;
}

/** What was typed in fields that the template has lost meanwhile, to be copied. */
export function LostFields({ lost, onClose }: LostFieldsProps) {
  const notice = useNoticeFocus();
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="alert"
      color="amber"
      variant="light"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <ul className={classes.fields}>
        {lost.map(({ path, name, isRemoved, text, by }) => (
          <li key={path}>
            <Text size="sm">
              The field <strong>{name}</strong> {isRemoved ? 'was removed' : 'has another type now'}
              {by === undefined ? '' : ` by ${by}`}. You had typed:
            </Text>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <span className={classes.text}>{text}</span>
              <CopyButton value={text} label={name} />
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

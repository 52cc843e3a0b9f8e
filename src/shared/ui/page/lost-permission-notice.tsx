import { Alert, Text } from '@mantine/core';
import { type Refusal, refusalErrors } from '@quartermaster/contract/access.ts';
import { errors } from '@quartermaster/contract/errors.ts';
import { CopyTypedButton } from '../copy/copy-typed-button.tsx';
import { useNoticeFocus } from '../hooks/use-notice-focus.ts';
import { IconLock } from '../icons/lock.ts';

interface LostPermissionNoticeProps {
  /** What can no longer be saved: `item`, `template`, `form`. */
  what: string;
  refusal: Refusal | 'unknown';
  /** The input as text to save elsewhere; undefined if it is short enough to copy by hand. */
  text?: () => string;
}

/** Shown above a form with unsaved input after the user has lost the permission to save it: why, and what to do with the text. */
export function LostPermissionNotice({ what, refusal, text }: LostPermissionNoticeProps) {
  const notice = useNoticeFocus();
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="alert"
      color="amber"
      mb="md"
      icon={<IconLock size={18} />}
      title={`You can no longer save this ${what}`}
    >
      <Text size="sm">{reasonOf(refusal)} What you have typed stays here until you leave: copy what you need.</Text>
      {text && <CopyTypedButton size="xs" mt="xs" text={text} />}
    </Alert>
  );
}

function reasonOf(refusal: Refusal | 'unknown'): string {
  if (refusal === 'canceled' || refusal === 'seats' || refusal === 'plan' || refusal === 'environment')
    return errors[refusalErrors[refusal]].message;
  return 'Your permissions here were changed.';
}

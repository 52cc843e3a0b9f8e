import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useContext, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { HttpError, isRefusal } from '../../http/http-error.ts';
import { ServicesContext } from '../../services/services.ts';
import { ErrorCallout } from '../error-callout.tsx';
import { useHasOpened } from '../lazy/use-has-opened.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  /** Below the message, e.g. a warning, or a text for while the action takes long. */
  notice?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** Closes the dialog; also called by Esc and by a click outside. */
  onCancel: () => void;
  /**
   * If it returns a promise, the confirm button is loading until it settles, and the dialog cannot be closed. If the promise is rejected,
   * the dialog shows the error; the user can confirm again, unless the server would refuse it again. Once it is fulfilled, the button does
   * nothing until the dialog is opened again, because a dialog that navigates to another page stays visible for a moment.
   */
  onConfirm: (() => void) | (() => Promise<unknown>);
  /** Another action that makes the confirmed one unnecessary, such as saving before leaving; the dialog closes itself by `run`. */
  alternative?: { label: string; run: () => void } | undefined;
  /** True if the action is known to be impossible: the message says why, and there is nothing to confirm. */
  isBlocked?: boolean;
  /** True if the action is destructive. */
  danger?: boolean;
  /** False while an input of the message is not valid: then the action cannot be confirmed. */
  isReady?: boolean;
  /** Which button has the initial focus; `cancel` where Enter, pressed by habit, would lose work. */
  startsOn?: 'confirm' | 'cancel';
  /** Called after closing, once focus is restored. */
  onClosed?: (() => void) | undefined;
}

type Attempt = { state: 'none' | 'pending' | 'done' } | { state: 'failed'; error: unknown };

const none: Attempt = { state: 'none' };

/** True for a temporary refusal: another operation is running, or the rate limit is exceeded. */
const isTemporary = ({ status, body }: HttpError): boolean =>
  status === 429 || body.error === 'running' || body.error === 'busy';

/** Asks for confirmation, and shows the error if the action fails. */
export function ConfirmDialog({
  opened,
  title,
  message,
  notice,
  confirmLabel,
  cancelLabel,
  onCancel,
  onConfirm,
  onClosed,
  alternative,
  isBlocked = false,
  danger = false,
  isReady = true,
  startsOn = 'confirm',
}: ConfirmDialogProps) {
  // A closed dialog costs as much as a form, so it is mounted when it is first opened.
  const isNeeded = useHasOpened(opened);
  const services = useContext(ServicesContext);
  const buttons = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(none);
  const isPending = attempt.state === 'pending';
  const isRefused =
    isBlocked || (attempt.state === 'failed' && isRefusal(attempt.error) && !isTemporary(attempt.error));
  const [wasOpened, setWasOpened] = useState(opened);
  if (wasOpened !== opened) {
    setWasOpened(opened);
    // A pending action must not be started a second time.
    if (opened && !isPending) setAttempt(none);
  }

  const confirm = async () => {
    if (isPending || attempt.state === 'done') return;
    try {
      const work = onConfirm();
      // Rendered synchronously, because a second press could come before the next render.
      flushSync(() => setAttempt({ state: work ? 'pending' : 'done' }));
      if (!work) return;
      await work;
      setAttempt({ state: 'done' });
    } catch (error) {
      // An HttpError is an answer of the server; anything else is a defect, perhaps after the action was carried out.
      if (!(error instanceof HttpError)) services?.report(error, { operation: title });
      flushSync(() => setAttempt({ state: 'failed', error }));
      // The browser takes the focus from a disabled button, such as this one while it was loading.
      const button = buttons.current?.querySelector<HTMLElement>('button:last-child');
      if (button && !button.closest('[role="dialog"]')?.contains(button.ownerDocument.activeElement)) button.focus();
    }
  };

  if (!isNeeded) return null;
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} isBusy={isPending} onClosed={onClosed}>
      <Stack gap="md">
        <ErrorCallout error={attempt.state === 'failed' ? attempt.error : null} />
        {typeof message === 'string' ? !isRefused && <Text size="sm">{message}</Text> : message}
        {notice}
        <Group justify="flex-end" gap="xs" ref={buttons}>
          <Button
            variant="default"
            onClick={onCancel}
            disabled={isPending}
            data-autofocus={startsOn === 'cancel' || undefined}
          >
            {isRefused ? 'Close' : cancelLabel}
          </Button>
          {alternative && !isRefused && (
            <Button onClick={alternative.run} disabled={isPending}>
              {alternative.label}
            </Button>
          )}
          {!isRefused && (
            <Button
              onClick={() => void confirm()}
              loading={isPending}
              disabled={!isReady}
              data-autofocus={startsOn === 'confirm' || undefined}
              {...(danger ? { color: 'red' } : {})}
            >
              {confirmLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

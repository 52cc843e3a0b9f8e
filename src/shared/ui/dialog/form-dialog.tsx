import { Button, Group, Stack, Text } from '@mantine/core';
import {
  createContext,
  type FormEventHandler,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'md' | 'lg' | 'xl';
  /** True if a click outside must not close it, as input would be lost. */
  isSticky?: boolean;
  /** Takes the whole window on a phone. */
  isTall?: boolean;
  /** Called after closing, once focus is restored. */
  onClosed?: (() => void) | undefined;
  /** Mounted again each time the dialog opens, so that the form is empty. */
  children: ReactNode;
}

/** Reports to the enclosing dialog whether the form is being submitted. */
const SubmittingContext = createContext<(isSubmitting: boolean) => void>(() => undefined);

/** Reports to the enclosing dialog whether its content is visible only once. */
const LockContext = createContext<(isLocked: boolean) => void>(() => undefined);

/** For content that is visible only once, such as a new secret: while it is mounted, only its buttons close the enclosing dialog. */
export function useDialogLock(): void {
  const setLocked = useContext(LockContext);
  useLayoutEffect(() => {
    setLocked(true);
    return () => setLocked(false);
  }, [setLocked]);
}

/** A dialog with a form, which cannot be closed while the form is being submitted: the user would not see a refusal. */
export function FormDialog({
  opened,
  onClose,
  title,
  size = 'md',
  isSticky = false,
  isTall = false,
  onClosed,
  children,
}: FormDialogProps) {
  const [isSubmitting, setSubmitting] = useState(false);
  const [isLocked, setLocked] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      isBusy={isSubmitting}
      closedBy={isLocked ? 'buttons' : isSticky ? 'no-click-outside' : 'any'}
      onClosed={onClosed}
      isTall={isTall}
    >
      <SubmittingContext value={setSubmitting}>
        <LockContext value={setLocked}>{children}</LockContext>
      </SubmittingContext>
    </Dialog>
  );
}

interface DialogFormProps {
  onSubmit: FormEventHandler;
  onCancel: () => void;
  submitLabel: string;
  isSubmitting: boolean;
  /** True if the action is destructive. */
  danger?: boolean;
  /** False while a decision is missing: then the form cannot be submitted. */
  isReady?: boolean;
  /** Why it is not ready, shown beside the button. */
  notReady?: string | undefined;
  /** The error callout and the inputs. */
  children: ReactNode;
}

/** The form of a dialog: inputs, then the cancel and submit buttons. */
export function DialogForm({
  onSubmit,
  onCancel,
  submitLabel,
  isSubmitting,
  danger = false,
  isReady = true,
  notReady,
  children,
}: DialogFormProps) {
  const setSubmitting = useContext(SubmittingContext);
  useEffect(() => {
    setSubmitting(isSubmitting);
    return () => setSubmitting(false);
  }, [isSubmitting, setSubmitting]);
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="xs">
          {notReady !== undefined && (
            <Text size="sm" c="dimmed" role="status" flex={1} miw={160}>
              {!isReady && notReady}
            </Text>
          )}
          {/* The initial focus is on the first element that requests it: here if no child does, as the submit button may be disabled. */}
          <Button variant="default" onClick={onCancel} disabled={isSubmitting} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting} disabled={!isReady} {...(danger ? { color: 'red' } : {})}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

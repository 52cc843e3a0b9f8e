import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isChangedSinceCheck } from '../../../shared/data/history.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useServices } from '../../../shared/services/services.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { Problem } from '../../../shared/ui/dialog/problem.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import classes from './restore.module.css';
import type { CheckState, DrawRestore } from './restore.ts';

interface RestoreDialogProps {
  opened: boolean;
  version: number;
  /** The name of the version. */
  name: string;
  /** What is restored, as part of a sentence: `item`. */
  what: string;
  restore: DrawRestore;
  onClose: () => void;
}

/** Shows what restoring a version would do, and what of it cannot come back, before it is done. */
export function RestoreDialog({ opened, version, name, what, restore, onClose }: RestoreDialogProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} title={`Restore ${nameWithin(name)}`} size="lg" isBusy={isBusy} isTall>
      {restore(version, (state) => (
        <RestoreContent {...state} what={what} onClose={onClose} isBusy={isBusy} setBusy={setBusy} />
      ))}
    </Dialog>
  );
}

/** `Version 3` within a sentence; versions of the navigation are named by their time. */
const nameWithin = (name: string) =>
  name.startsWith('Version') ? name.replace(/^Version/, 'version') : `the version of ${name}`;

interface RestoreContentProps extends CheckState, Pick<RestoreDialogProps, 'what' | 'onClose'> {
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
}

function RestoreContent({ check: loaded, error, refetch, what, onClose, isBusy, setBusy }: RestoreContentProps) {
  const { report } = useServices();
  const [isChanged, setChanged] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // One that was changed and could not be checked again is not known any more.
  const check = isChanged && error ? undefined : loaded;
  const confirm = async () => {
    if (!check || isBusy) return;
    setBusy(true);
    setFailure(null);
    setChanged(false);
    try {
      await check.run();
      onClose();
    } catch (refused) {
      if (isChangedSinceCheck(refused)) {
        await refetch();
        setChanged(true);
      } else {
        // An HttpError is an answer of the server; anything else is a defect.
        if (!(refused instanceof HttpError)) report(refused, { operation: 'Restore version' });
        setFailure(refused);
      }
    } finally {
      setBusy(false);
    }
  };
  const isBlocked = !check || check.isUnchanged || check.refusals.length > 0;
  return (
    <Stack gap="md">
      <ErrorCallout error={failure} />
      {isChanged && (
        <Alert color="amber" variant="light" role="alert">
          The {what} was changed in the meantime.
          {check && ' This is the difference from the current content.'}
        </Alert>
      )}
      {!check &&
        (error ? (
          <Stack gap="xs" align="flex-start">
            <ErrorCallout error={error} />
            <Button variant="default" onClick={() => void refetch()}>
              {texts.tryAgain}
            </Button>
          </Stack>
        ) : (
          <Delayed>
            <Stack gap="md" aria-hidden>
              <Skeleton height={48} />
              <Skeleton height={48} />
            </Stack>
          </Delayed>
        ))}
      {check && (
        <>
          {check.isUnchanged ? (
            <Text size="sm">
              {check.missing.length === 0
                ? `The ${what} has this content already, so there is nothing to restore.`
                : `The ${what} has everything else of this version already, so there is nothing to restore.`}
            </Text>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
            <section className={classes.diff} aria-label="What changes" tabIndex={0}>
              {check.diff}
            </section>
          )}
          {check.missing.length > 0 && (
            <Problem title={check.missingTitle} tone="loss" lines={[...check.missing]} total={check.missing.length}>
              {!check.isUnchanged && 'The rest of the version is restored.'}
            </Problem>
          )}
          {check.refusals.length > 0 && (
            <Problem title="This version cannot be restored" lines={[...check.refusals]} total={check.refusals.length}>
              It does not fit the rules that apply now. You can enter its values by hand.
            </Problem>
          )}
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
          {isBlocked && check ? 'Close' : 'Cancel'}
        </Button>
        {!(isBlocked && check) && (
          <Button onClick={() => void confirm()} loading={isBusy} disabled={isBlocked}>
            Restore this version
          </Button>
        )}
      </Group>
    </Stack>
  );
}

import { Alert, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { challengeFailure, isChallengeError } from '../../challenge/challenge-run.ts';
import { useServices } from '../../services/services.ts';
import { IconAlertCircle } from '../icons/alert-circle.ts';
import classes from './human-check.module.css';

/**
 * The human verification of a form: the widget while it runs, and the message of `error` (the error of the call) if the
 * verification failed.
 */
export function HumanCheck({ error }: { error?: unknown }) {
  const { challenge } = useServices();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const state = useSyncExternalStore(challenge.subscribe, challenge.getState);
  useEffect(() => (element ? challenge.addPlace(element) : undefined), [challenge, element]);
  const isRunning = element !== null && state === element;
  const hasFailed = !isRunning && isChallengeError(error);
  return (
    <>
      <div className={classes.check} data-running={isRunning}>
        <Text size="sm" c="dimmed" role="status">
          {isRunning && 'Checking you are a human...'}
        </Text>
        <div ref={setElement} />
      </div>
      {hasFailed && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} />}>
          {challengeFailure}
          {error.body.status_code > 999 && <div className={classes.code}>Error code: {error.body.status_code}</div>}
        </Alert>
      )}
    </>
  );
}

/** The error for the callout above a form; `null` for a failed challenge, which the form's {@link HumanCheck} shows. */
export const unlessChallenge = (error: unknown): unknown => (isChallengeError(error) ? null : error);

import { Alert } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { errorText } from '../http/error-text.ts';
import { HttpError, isUnanswered } from '../http/http-error.ts';
import { ServicesContext } from '../services/services.ts';
import classes from './error-callout.module.css';
import { EventDetails } from './event-details.tsx';
import { IconAlertCircle } from './icons/alert-circle.ts';

interface ErrorCalloutProps {
  error: unknown;
  /** Whether the server's messages about single inputs are listed: false if the form shows them itself. */
  listsFields?: boolean;
  /** Details and a way out, below the message. */
  children?: ReactNode;
}

/** The red callout above forms and dialogs; renders nothing without an error. */
export function ErrorCallout({ error, listsFields = true, children }: ErrorCalloutProps) {
  const isOver = useIsOver(error);
  if (!error || isOver) return null;
  const text = errorText(error);
  const fields = listsFields && error instanceof HttpError ? Object.entries(error.body.fields ?? {}) : [];
  // The message of a wrong line has its reason already.
  const listed = fields.filter(([path, reason]) => !(path.startsWith('lines.') && text.includes(reason)));
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} />}>
      {text}
      {error instanceof HttpError && error.status >= 500 && <EventDetails eventId={error.eventId} />}
      {listed.length > 0 && (
        <ul className={classes.fields}>
          {listed.map(([path, message]) => (
            <li key={path}>{isSentence(message) ? message : `${path} ${message}`}</li>
          ))}
        </ul>
      )}
      {children}
    </Alert>
  );
}

/** True for the error of a call without a response once the connection is back: there is nothing left to say. */
function useIsOver(error: unknown): boolean {
  const { connection } = useContext(ServicesContext) ?? {};
  const [over, setOver] = useState<unknown>(null);
  useEffect(() => {
    if (!connection || !isUnanswered(error)) return undefined;
    return connection.subscribe(() => {
      if (connection.getState() === 'online') setOver(error);
    });
  }, [connection, error]);
  return over !== null && over === error;
}

/** The server's messages are either sentences or continue the path, as in `role_id is required`. */
const isSentence = (message: string): boolean => /^[^a-z]/.test(message);

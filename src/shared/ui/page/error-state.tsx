import { Button, Stack, Text, Title } from '@mantine/core';
import { errorText } from '../../http/error-text.ts';
import { eventIdOf } from '../../http/event-id.ts';
import { isRefusal } from '../../http/http-error.ts';
import { CopyBox } from '../copy/copy-box.tsx';
import { CopyDetails } from '../copy/copy-details.tsx';
import { texts } from '../texts.ts';
import classes from './state.module.css';

interface ErrorStateProps {
  error: unknown;
  /** What could not be loaded, e.g. `The items could not be loaded`. */
  title?: string;
  /** Shown instead of the error's own message if that is meant for developers. */
  message?: string;
  retry?: () => void;
  /** True if the console itself has failed, so that support needs the events before the error. */
  isCrash?: boolean;
}

/** A part of a page that could not be loaded: what happened, what to do, and the id for support. */
export function ErrorState({ error, title = 'This could not be loaded', message, retry, isCrash }: ErrorStateProps) {
  return (
    <Stack className={classes.state} align="center" gap="sm" role="alert">
      <Title order={2} className={classes.title}>
        {title}
      </Title>
      <Text c="dimmed" ta="center">
        {message ?? errorText(error)}
      </Text>
      {retry && (
        <Button variant="default" onClick={retry}>
          {texts.tryAgain}
        </Button>
      )}
      {!isRefusal(error) && <CopyBox label="Error ID" value={eventIdOf(error)} />}
      {isCrash && <CopyDetails errorId={eventIdOf(error)} />}
    </Stack>
  );
}

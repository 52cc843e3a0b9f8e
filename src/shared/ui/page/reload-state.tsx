import { Button, Stack, Text, Title } from '@mantine/core';
import type { MissingCodeError } from '../../http/fetch-code.ts';
import { texts } from '../texts.ts';
import classes from './state.module.css';

/** Shown instead of a page whose code only comes with a reload: it is that of a newer version, or failed before. */
export const ReloadState = ({ error }: { error: MissingCodeError }) => (
  <Stack className={classes.state} align="center" gap="sm" role="alert">
    <Title order={2} className={classes.title}>
      {error.isGone ? 'A new version is available' : texts.wentWrong}
    </Title>
    <Text c="dimmed" ta="center">
      {error.message}
    </Text>
    <Button onClick={() => window.location.reload()}>Reload</Button>
  </Stack>
);

import { Button, Stack, Text, Title } from '@mantine/core';
import { newVersion } from '../../http/fetch-code.ts';
import classes from './state.module.css';

/** Shown instead of a page whose code is only available in a newer version of the console. */
export const NewVersion = () => (
  <Stack className={classes.state} align="center" gap="sm" role="alert">
    <Title order={2} className={classes.title}>
      A new version is available
    </Title>
    <Text c="dimmed" ta="center">
      {newVersion}
    </Text>
    <Button onClick={() => window.location.reload()}>Reload</Button>
  </Stack>
);

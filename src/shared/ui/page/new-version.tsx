import { Button, Stack, Text, Title } from '@mantine/core';
import { newVersion } from '../../http/fetch-code.ts';
import classes from './state.module.css';

/** In place of a page that only the new version of the console has. */
export const NewVersion = () => (
  <Stack className={classes.state} align="center" gap="sm" role="alert">
    <Title order={2} className={classes.title}>
      A new version is there
    </Title>
    <Text c="dimmed" ta="center">
      {newVersion}
    </Text>
    <Button onClick={() => window.location.reload()}>Reload</Button>
  </Stack>
);

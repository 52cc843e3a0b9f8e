import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MainPart } from '../../shared/ui/main-part.tsx';
import { usePageTitle } from '../../shared/ui/page-title.ts';
import classes from './message-page.module.css';

interface MessagePageProps {
  title: string;
  children: ReactNode;
}

/** A page with a message and the way home. */
export function MessagePage({ title, children }: MessagePageProps) {
  usePageTitle(title);
  return (
    <MainPart className={classes.page}>
      <Stack className={classes.message} align="center" gap="md">
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {children}
        <Button component={Link} to="/">
          Return home
        </Button>
      </Stack>
    </MainPart>
  );
}

/** A paragraph of a message. */
export const Sentence = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" ta="center">
    {children}
  </Text>
);

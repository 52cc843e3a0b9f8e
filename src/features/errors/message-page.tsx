import { Group, Stack, Text, Title } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { IconAlertCircle } from '../../shared/ui/icons/alert-circle.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { useIsInFrame } from '../../shared/ui/page/in-frame.ts';
import { usePageTitle } from '../../shared/ui/page/page-title.ts';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './message-page.module.css';

interface MessagePageProps {
  title: string;
  children: ReactNode;
  /** Further actions besides returning home. */
  action?: ReactNode;
}

/** A page with a message and a link home, inside the layout for signed-in users. */
export function MessagePage({ title, children, action }: MessagePageProps) {
  if (useIsInFrame()) {
    return (
      <FramedMessage title={title}>
        {children}
        <Group justify="center">
          {action}
          <LinkButton to={paths.home}>{texts.returnHome}</LinkButton>
        </Group>
      </FramedMessage>
    );
  }
  return (
    <PublicPage title={title}>
      {children}
      {action}
      <LinkButton to={paths.home} fullWidth>
        {texts.returnHome}
      </LinkButton>
    </PublicPage>
  );
}

function FramedMessage({ title, children }: Pick<MessagePageProps, 'title' | 'children'>) {
  usePageTitle(title);
  return (
    <Stack className={classes.page} align="center" justify="center" gap="md">
      <IconAlertCircle size={40} stroke={1.5} className={classes.icon} aria-hidden />
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

export const Sentence = ({ children }: { children: ReactNode }) => <Text>{children}</Text>;

import { Group, Stack, Text } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { useIsInFrame } from '../../shared/ui/page/in-frame.ts';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';

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
      <>
        <PageHeader title={title} />
        <Stack gap="md" maw={560}>
          {children}
          <Group>
            {action}
            <LinkButton to={paths.home}>{texts.returnHome}</LinkButton>
          </Group>
        </Stack>
      </>
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

export const Sentence = ({ children }: { children: ReactNode }) => <Text>{children}</Text>;

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';

interface MessagePageProps {
  title: string;
  children: ReactNode;
}

/** A page with a message and a link home. */
export const MessagePage = ({ title, children }: MessagePageProps) => (
  <PublicPage title={title}>
    {children}
    <LinkButton to="/" fullWidth>
      Return home
    </LinkButton>
  </PublicPage>
);

export const Sentence = ({ children }: { children: ReactNode }) => <Text>{children}</Text>;

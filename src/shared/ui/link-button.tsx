import { Anchor, Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PlainLink } from './plain-link.tsx';

interface LinkButtonProps extends ButtonProps {
  /** A path of the console. */
  to: string;
  /** Whether the target page's back link returns to this page in its current state. */
  hasBackLink?: boolean;
  title?: string;
  children: ReactNode;
}

/** A link within the console that looks like a button. */
export const LinkButton = (props: LinkButtonProps) => <Button component={PlainLink} {...props} />;

interface TextLinkProps {
  /** A path of the console. */
  to: string;
  /** The URL to which the target page's back link returns. */
  back?: string;
  children: ReactNode;
}

/** A link within the console in running text. */
export const TextLink = ({ to, back, children }: TextLinkProps) => (
  <Anchor component={Link} to={to} {...(back !== undefined && { state: { back } })} inherit>
    {children}
  </Anchor>
);

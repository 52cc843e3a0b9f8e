import { Anchor, Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A link within the console that looks like a button. */
export const LinkButton = ({ to, ...props }: ButtonProps & { to: string; children: ReactNode }) => (
  <Button component={Link} to={to} {...props} />
);

/** A link within the console in running text. */
export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor component={Link} to={to} inherit>
    {children}
  </Anchor>
);

import { Text } from '@mantine/core';
import { errors } from '@quartermaster/contract/errors.ts';
import type { ReactNode } from 'react';
import { errorText } from '../../http/error-text.ts';
import { HttpError } from '../../http/http-error.ts';
import { PublicPage } from './public-page.tsx';

/** True where a link of a mail is wrong, used or expired, so that another try with it cannot help. */
export const isLinkError = (error: unknown): boolean =>
  error instanceof HttpError && error.body.error.startsWith('link_');

interface LinkProblemPageProps {
  /** What the server said of the link; without it the address had none. */
  error?: unknown;
  /** True where it takes the place of a form. */
  isResult?: boolean;
  /** The ways on. */
  children: ReactNode;
}

/** Says why the link of a mail does not work, and offers the ways on. */
export const LinkProblemPage = ({ error, isResult = false, children }: LinkProblemPageProps) => (
  <PublicPage title="This link does not work" isResult={isResult}>
    <Text role="alert">{error ? errorText(error) : errors.link_wrong.message}</Text>
    {children}
  </PublicPage>
);

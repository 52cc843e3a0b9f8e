import { Text } from '@mantine/core';
import { errors } from '@quartermaster/contract/errors.ts';
import type { ReactNode } from 'react';
import { errorText } from '../../http/error-text.ts';
import { HttpError } from '../../http/http-error.ts';
import { PublicPage } from './public-page.tsx';

/** True if an email link is invalid, used or expired, so that retrying cannot help. */
export const isLinkError = (error: unknown): boolean =>
  error instanceof HttpError && error.body.error.startsWith('link_');

interface LinkProblemPageProps {
  /** The server's error; undefined if the URL has no secret. */
  error?: unknown;
  /** True if it replaces a form. */
  isResult?: boolean;
  /** Links to what the user can do next. */
  children: ReactNode;
}

/** Explains why an email link does not work, and what to do next. */
export const LinkProblemPage = ({ error, isResult = false, children }: LinkProblemPageProps) => (
  <PublicPage title="This link does not work" isResult={isResult}>
    <Text role="alert">{error ? errorText(error) : errors.link_wrong.message}</Text>
    {children}
  </PublicPage>
);

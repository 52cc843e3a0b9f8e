import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Delayed } from '../lazy/delayed.tsx';
import { ErrorState } from './error-state.tsx';

interface NotLoadedProps {
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** The message of a failure, e.g. `The items could not be loaded`. */
  title: string;
  /** The skeleton of the content. */
  children?: ReactNode;
}

/** Replaces the content of a query that is not loaded: a skeleton, or the reason of a failure with a retry. */
export const NotLoaded = ({ query: { error, refetch }, title, children }: NotLoadedProps) =>
  error ? <ErrorState error={error} title={title} retry={() => void refetch()} /> : <Delayed>{children}</Delayed>;

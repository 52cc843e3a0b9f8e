import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Delayed } from '../lazy/delayed.tsx';
import { ErrorState } from './error-state.tsx';

interface NotLoadedProps {
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** Said if it failed, e.g. `The items could not be loaded`. */
  title: string;
  /** The skeleton of what is loading. */
  children: ReactNode;
}

/** In place of what a query has not loaded: a skeleton, or why it could not be loaded and a way to try again. */
export const NotLoaded = ({ query: { error, refetch }, title, children }: NotLoadedProps) =>
  error ? <ErrorState error={error} title={title} retry={() => void refetch()} /> : <Delayed>{children}</Delayed>;

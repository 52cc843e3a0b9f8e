import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router-dom';
import { eventIdOf } from '../../shared/http/event-id.ts';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { useApp } from '../app-context.ts';

/** Shown in place of a page that crashed or whose code could not be loaded; the frame around it stays. */
export function RouteCrash() {
  const error = useRouteError();
  const { props } = useApp();
  const { revalidate } = useRevalidator();
  const id = eventIdOf(error);
  useEffect(() => {
    const message = error instanceof Error ? error.message : String(error);
    props.onEvent({ type: 'error', phase: 'render', fatal: false, id, message });
  }, [props, error, id]);
  return <ErrorState error={error} title="Oops! Something went wrong" retry={() => void revalidate()} />;
}

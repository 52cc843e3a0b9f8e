import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { eventIdOf } from '../../shared/http/event-id.ts';
import { MissingCodeError } from '../../shared/http/fetch-code.ts';
import { useServices } from '../../shared/services/services.ts';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { ReloadState } from '../../shared/ui/page/reload-state.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { useApp } from '../context/app-context.ts';

/** Replaces a page that crashed or whose code could not be loaded; the layout around it stays. */
export function RouteCrash() {
  const error = useRouteError();
  const { props, noteScreen } = useApp();
  const { report } = useServices();
  const navigate = useNavigate();
  const location = useLocation();
  const queries = useQueryClient();
  const id = eventIdOf(error);
  useEffect(() => {
    const message = error instanceof Error ? error.message : String(error);
    props.onEvent({ type: 'error', phase: 'render', fatal: false, id, message });
    report(error, { isFatal: true });
  }, [props, report, error, id]);
  useEffect(() => noteScreen(location.key, true), [noteScreen, location.key]);
  const retry = () => {
    // The page's data may have caused the crash, so it is fetched again.
    queries.removeQueries({ type: 'inactive' });
    void navigate(location, { replace: true, state: location.state });
  };
  if (error instanceof MissingCodeError && error.needsReload) return <ReloadState error={error} />;
  return (
    <ErrorState
      error={error}
      title={texts.wentWrong}
      message={`${texts.majorProblem} and quote this error ID.`}
      retry={retry}
      isCrash
    />
  );
}

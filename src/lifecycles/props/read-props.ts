import type { ConsoleUpdate } from '../../app/context/console-props.ts';
import type { HostProps } from '../../app/context/host-api.ts';
import { checkProps } from './check-props.ts';
import type { PropProblem } from './prop-problem.ts';

/** The known props in `value`, without invalid ones, which are returned as problems. */
export function readHostProps(value: unknown): { props: HostProps; problems: PropProblem[] } {
  const source = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const problems = checkProps(source);
  const wrong = new Set(problems.map(({ prop }) => prop));
  const right = Object.entries(source).filter(([prop]) => !wrong.has(prop));
  return { props: Object.fromEntries(right) as HostProps, problems };
}

/**
 * The props that a running console can update; `undefined` returns control of the scheme to the user, shows header, sidebar and all pages
 * again, and restores the console's own theme.
 */
export function readUpdate(props: HostProps): ConsoleUpdate {
  const { activeInstanceId } = props;
  return {
    ...('colorScheme' in props ? { colorScheme: props.colorScheme } : {}),
    ...(activeInstanceId === undefined ? {} : { activeInstanceId }),
    ...('chrome' in props ? { chrome: props.chrome } : {}),
    ...('only' in props ? { only: props.only } : {}),
    ...('theme' in props ? { theme: props.theme } : {}),
  };
}

import { inspect } from 'node:util';
import type { App } from '../../server/core/app/deps.ts';

/** The warnings and errors that the worker’s server has logged during the current test. */
const logged: string[] = [];

/** The server itself, with its warnings and errors kept for the messages of failing tests. */
export function rememberWarnings(app: App): App {
  for (const level of ['warn', 'error'] as const) {
    const log = app.log[level].bind(app.log) as (...parts: unknown[]) => void;
    app.log[level] = (...parts: unknown[]) => {
      logged.push([level, ...parts].map((part) => (typeof part === 'string' ? part : inspect(part))).join(' '));
      log(...parts);
    };
  }
  return app;
}

export const forgetWarnings = (): void => void logged.splice(0);

export const readWarnings = (): readonly string[] => logged;

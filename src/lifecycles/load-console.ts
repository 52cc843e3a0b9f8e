import '../app/theme/styles.ts';
import { createConsole } from '../app/create-console.tsx';
import { type StartConsole, startConsole } from './start-console.tsx';

/** The real console, ready to be started. */
export const start: StartConsole = (options) => startConsole(createConsole, options);

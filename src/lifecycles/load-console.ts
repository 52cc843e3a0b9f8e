import { createConsole } from '../app/create-console.tsx';
import { type StartConsole, startConsole } from './start-console.tsx';

/** Starts the real console. */
export const start: StartConsole = (options) => startConsole(createConsole, options);

import { createConsole } from '../app/create-console.tsx';
import type { PageSession } from '../app/page-session.ts';
import { type StartConsole, startConsole } from './start-console.tsx';

/** Those of the consoles and parts that are mounted by this module. */
const sessions: PageSession[] = [];

/** Starts the real console. */
export const start: StartConsole = (options) => startConsole((props) => createConsole(props, { sessions }), options);

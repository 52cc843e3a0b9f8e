import type { Answers } from './answers.ts';
import recorded from './demo.json' with { type: 'json' };

export { openTestConsole } from './open-test-console.ts';

/** Answers that were recorded from a small workspace: one project with two templates, and a few items in Dev. */
export const demo: Answers = recorded;

import { vi } from 'vitest';

/** How long a test waits for what has to come, in milliseconds: a busy machine makes it late and not wrong. */
export const patience = 60_000;

/** Waits until a check throws no more, and answers what it answered. `interval` is in milliseconds, 50 unless told. */
export const eventually = <Answer>(
  check: () => Answer | Promise<Answer>,
  options: { interval?: number; timeout?: number } = {},
): Promise<Answer> => vi.waitFor(check, { timeout: patience, ...options });

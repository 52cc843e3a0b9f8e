import { vi } from 'vitest';
import { timeout } from './timeout.ts';

/** Retries a check until it no longer throws, and returns its result. `interval` is in milliseconds, 50 by default. */
export const eventually = <Answer>(
  check: () => Answer | Promise<Answer>,
  options: { interval?: number; timeout?: number } = {},
): Promise<Answer> => vi.waitFor(check, { timeout, ...options });

import { vi } from 'vitest';
import { timeout } from './timeout.ts';

/** Waits until a check throws no more, and answers what it answered. `interval` is in milliseconds, 50 unless told. */
export const eventually = <Answer>(
  check: () => Answer | Promise<Answer>,
  options: { interval?: number; timeout?: number } = {},
): Promise<Answer> => vi.waitFor(check, { timeout, ...options });

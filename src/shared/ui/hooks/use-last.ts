import { useState } from 'react';

/** The value, or if it is `null` the last one that was not: for the content of a closing dialog. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

import { useDebouncedValue } from '@mantine/hooks';

/** Debounce of calls to the server while the user types or steps, in milliseconds. */
export const inputPause = 250;

/** The value to send to the server, once it has not changed for a moment. */
export const useSettled = <T>(value: T, pause = inputPause): T => useDebouncedValue(value, pause)[0];

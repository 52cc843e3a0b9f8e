import { useDebouncedValue } from '@mantine/hooks';

/** Debounce of a search, in milliseconds. */
export const searchPause = 250;

/** The text to search for, once the user has paused typing it. */
export const useSettledSearch = (typed: string): string => useDebouncedValue(typed, searchPause)[0];

/** True if one of the matched routes also opens without a session. */
export const isOpenMatch = (matches: readonly { handle?: unknown }[]): boolean =>
  matches.some(({ handle }) => (handle as { isOpen?: boolean } | undefined)?.isOpen === true);

/** The pattern of the page that a router shows, such as `/instance/:instanceId`: its path without ids. */
export const patternOf = (matches: readonly { route: { path?: string | undefined } }[]): string =>
  matches.map(({ route }) => route.path).findLast((path) => path) ?? '/';

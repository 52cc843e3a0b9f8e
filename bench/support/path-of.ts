/** The path of a call with the values of its parameters. */
export const pathOf = (path: string, place: Record<string, string | number>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String(place[name]));

/** How a build is named on the screen. */
export const buildTitle = ({ id, name }: { id: number; name: string | null }): string =>
  name === null ? `build ${id}` : `build ${id} (${name})`;

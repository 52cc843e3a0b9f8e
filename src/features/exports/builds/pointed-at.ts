import type { Channel } from '@quartermaster/contract/endpoints/builds.ts';

/** A channel that points at a build; `isEarlier` if only for versions of the game that are too small for its own build. */
interface Pointer {
  name: string;
  isEarlier: boolean;
}

/** The channels that point at a build, by its id. */
export type PointedAt = ReadonlyMap<number, readonly Pointer[]>;

/** The same for these channels. */
export function pointedAtOf(channels: readonly Channel[]): PointedAt {
  const pointers = channels.flatMap(({ name, build, earlier }) => [
    { id: build.id, name, isEarlier: false },
    ...earlier.map(({ id }) => ({ id, name, isEarlier: true })),
  ]);
  return Map.groupBy(pointers, ({ id }) => id);
}

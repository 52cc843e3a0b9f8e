import { numberText } from '../number-text.ts';

/** How far drops are followed, and limits of the inputs. */
export const dropLimits = {
  /** Tables that lead to one another below the first one. */
  depth: 16,
  /** Items below a table, and rows of all of them. */
  items: 5000,
  rows: 20_000,
  /** Bytes of all tables below a table: they are read whole. */
  bytes: 8 * 1024 * 1024,
  /** Links of a row that are looked at. */
  links: 20,
  /** Tries of a player, and the latest try of a guarantee. */
  tries: 10_000,
  /** Characters of a seed. */
  seed: 64,
  /** Tries that are rolled. */
  rolls: 1_000_000,
} as const;

/** The limits as text for the documentation. */
export const dropLimitsText = `Drops are followed through at most ${dropLimits.depth} tables in a row, to ${numberText(dropLimits.items)} items with ${numberText(dropLimits.rows)} rows and ${dropLimits.bytes / 1024 / 1024} MiB; of a row, ${dropLimits.links} links are looked at. At most ${numberText(dropLimits.tries)} tries can be asked about, with a guarantee after as many, and ${numberText(dropLimits.rolls)} are rolled.`;

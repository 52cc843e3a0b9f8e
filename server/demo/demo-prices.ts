import type { DemoStudio, Entry } from './demo-studio.ts';
import type { DotaSource } from './dota-source.ts';

/** The items whose prices the latest edits in Dev have changed, with their prices before. */
const pricesBefore = {
  aether_lens: 2300,
  bfury: 4100,
  black_king_bar: 3975,
  blink: 2300,
  butterfly: 5525,
  desolator: 3450,
  force_staff: 2250,
  glimmer_cape: 2100,
  manta: 4600,
  power_treads: 1425,
  refresher: 5100,
  sheepstick: 5250,
} as const;
type Repriced = keyof typeof pricesBefore;
const repriced = Object.keys(pricesBefore) as Repriced[];

/** Edited in Stage after its release there, so that its new price in Dev is a conflict. */
const hotfixed: Repriced = 'black_king_bar';
const hotfixPrice = 4000;

/** The prices in Stage. */
export const earlierPrices: ReadonlyMap<string, number> = new Map(Object.entries(pricesBefore));

/** How much dearer some items are in Prod. */
const markup = 50;

/** The prices in Prod: every seventh item has become cheaper since. */
export const releasedPrices = ({ items }: DotaSource): ReadonlyMap<string, number> =>
  new Map([
    ...Object.entries(items).flatMap(([key, { cost }], index): [string, number][] =>
      cost && index % 7 === 0 ? [[key, cost + markup]] : [],
    ),
    ...earlierPrices,
  ]);

/** Edits of one price each, from those of Prod, which the studio has, to those of Stage. */
export function releasedEdits(studio: DemoStudio, { items }: DotaSource): Edit[] {
  const isDearer = (key: string) => studio.valuesOf('item', key).cost === (items[key]?.cost ?? 0) + markup;
  return Object.keys(items)
    .filter((key) => !Object.hasOwn(pricesBefore, key) && isDearer(key))
    .map((key) => editOf(studio, key, items));
}

/** The items whose prices are raised together, and by how much. */
const raised: readonly Repriced[] = ['desolator', 'glimmer_cape', 'manta'];
export const raise = 50;

export const raisedItems = (studio: DemoStudio): number[] => idsOf(studio, raised);

/** Edits of one price each that wait in Dev, to today's: of all that are not raised together. */
export const waitingEdits = (studio: DemoStudio, { items }: DotaSource): Edit[] =>
  repriced.filter((key) => !raised.includes(key)).map((key) => editOf(studio, key, items));

/** Prices that are proposed for three boots, as records of their items. */
export const proposedCosts = [
  { key: 'arcane_boots', cost: 1400 },
  { key: 'phase_boots', cost: 1400 },
  { key: 'tranquil_boots', cost: 850 },
];

type Edit = () => Promise<void>;

const editOf =
  (studio: DemoStudio, key: string, items: DotaSource['items']): Edit =>
  () =>
    studio.saveEntries('item', [priced(studio, key, items[key]?.dname ?? key, items[key]?.cost ?? 0)]);

/** A price that Stage got by itself. */
export async function saveHotfix(inStage: DemoStudio, { items }: DotaSource): Promise<void> {
  await inStage.saveEntries('item', [priced(inStage, hotfixed, items[hotfixed]?.dname ?? hotfixed, hotfixPrice)]);
}

/** The edits of prices that are free of conflicts, to be reviewed. */
export const reviewedItems = (studio: DemoStudio): number[] =>
  idsOf(
    studio,
    repriced.filter((key) => key !== hotfixed),
  );

const idsOf = (studio: DemoStudio, keys: readonly Repriced[]): number[] =>
  keys.map((key) => studio.idOf('item', key)).filter((id) => id !== undefined);

const priced = (studio: DemoStudio, key: string, label: string, cost: number): Entry => ({
  key,
  label,
  values: { ...studio.valuesOf('item', key), cost },
});

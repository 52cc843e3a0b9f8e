import {
  boolean,
  type Codec,
  choice,
  day,
  float,
  group,
  integer,
  localised,
  longText,
  type Source,
  text,
  texts,
} from './codec.ts';
import { choiceOf } from './values.ts';

export const rarities = choice(['Common', 'Uncommon', 'Rare', 'Legendary']);
export const introduced = group({ name: text(), url: text(), aliases: texts(), parent: text(), date: day() });
export const wiki = { wikiAvailable: boolean(), wikiaThumbnail: text(), wikiaUrl: text() };
export const vault = { vaulted: boolean(), vaultDate: day(), estimatedVaultDate: day() };
/** What all records have; the texts of `translated` in all languages. */
export const common = (records: readonly Source[], ...translated: string[]): Record<string, Codec> =>
  Object.fromEntries(
    Object.entries({
      ...commonOf(records),
      ...Object.fromEntries(translated.map((name) => [name, localised()])),
    }).filter(([name]) => records.some((record) => name in record)),
  );
const commonOf = (records: readonly Source[]) => ({
  uniqueName: text({ unique: true }),
  name: text(),
  description: longText(),
  category: text(),
  type: choiceOf(records, 'type'),
  imageName: text(),
  tradable: boolean(),
  masterable: boolean(),
  excludeFromCodex: boolean(),
});
export const built = {
  bpCost: integer({ unit: 'credits' }),
  buildPrice: integer({ unit: 'credits' }),
  buildQuantity: integer(),
  buildTime: integer({ unit: 's' }),
  skipBuildTimePrice: integer({ unit: 'platinum' }),
  consumeOnBuild: boolean(),
  marketCost: integer({ unit: 'platinum' }),
};
export const drop = { location: text(), type: text(), rarity: rarities, chance: float(), uniqueName: text() };

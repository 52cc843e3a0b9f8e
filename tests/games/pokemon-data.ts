import type { Source } from './codec.ts';
import { type PokemonKind, pokemonData } from './raw-data.ts';

/** The package's records by id, without what only its battle simulator reads. */
const dataOf = (kind: PokemonKind, ...without: string[]): Map<string, Source> =>
  new Map(
    Object.entries(pokemonData[kind]).map(([id, record]) => [
      id,
      Object.fromEntries(Object.entries(record).filter(([name]) => !/^on[A-Z]/.test(name) && !without.includes(name))),
    ]),
  );

const itemData = pokemonData.Items;
export const data = {
  ability: dataOf('Abilities', 'condition'),
  item: dataOf('Items', 'condition'),
  move: dataOf('Moves', 'condition', 'ignoreImmunity'),
  nature: dataOf('Natures'),
  species: dataOf('Species'),
  type: dataOf('Types'),
};

export const stats = ['hp', 'atk', 'def', 'spa', 'spd', 'spe'];
const list = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
const entriesOf = (value: unknown): [string, unknown][] => Object.entries((value as Source | undefined) ?? {});
/** The names of the properties that are true, or 1. */
const flagsOf = (value: unknown): string[] =>
  entriesOf(value).flatMap(([name, is]) => (is === true || is === 1 ? [name] : []));
const nameIn = (kind: keyof typeof data, id: unknown) =>
  id === undefined ? undefined : data[kind].get(String(id))?.name;

export const effects = ['normal', 'weak', 'resists', 'immune'];
export const typeName = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
export const types = [...data.type].map(
  ([id, { damageTaken, ...record }]): Source => ({
    ...record,
    name: typeName(id),
    damageTaken: entriesOf(damageTaken).map(([type, code]) => ({ type, effect: effects[Number(code)] })),
  }),
);

export const abilities = [...data.ability.values()].map(
  (record): Source => ({ ...record, flags: flagsOf(record.flags) }),
);

export const kinds = ['isBerry', 'isGem', 'isPokeball', 'isChoice', 'isPrimalOrb', 'ignoreKlutz'];
const drivenBy = ({ onPlate, onMemory, onDrive, zMoveType }: Source) => onPlate ?? onMemory ?? onDrive ?? zMoveType;
export const items = [...data.item].map(
  ([id, { zMove, megaStone, zMoveType: _, ...record }]): Source => ({
    ...Object.fromEntries(Object.entries(record).filter(([name]) => !kinds.includes(name))),
    kinds: [...kinds.filter((kind) => record[kind] === true), ...(zMove === true ? ['isZCrystal'] : [])],
    zMove: zMove === true ? undefined : zMove,
    megaStone: entriesOf(megaStone).map(([from, to]) => ({ from, to })),
    type: drivenBy(itemData[id] ?? {}),
  }),
);

/** What else a move may do, by what it affects; only the game's code knows what the special ones do. */
const secondaryOf = (secondary: unknown): Source => {
  const { boosts, status, volatileStatus, self } = secondary as Source;
  const kinds = { stats: boosts, ailment: status, volatile: volatileStatus, user: self };
  const [type = 'special'] = entriesOf(kinds).flatMap(([kind, value]) => (value === undefined ? [] : [kind]));
  return { type, ...(secondary as Source) };
};

/** Properties of moves that only are there or not. */
const isRule = (value: unknown) => value === true;
export const moves = [...data.move.values()].map((move): Source => {
  const rest = Object.fromEntries(
    Object.entries(move).filter(([name, value]) => !isRule(value) || name === 'selfSwitch'),
  );
  const { damage, isMax, isZ, secondary, secondaries, selfSwitch, ohko, selfBoost, ...record } = rest;
  return {
    ...record,
    flags: flagsOf(move.flags),
    rules: Object.entries(move).flatMap(([name, value]) => (isRule(value) && name !== 'selfSwitch' ? [name] : [])),
    ...(typeof damage === 'number' ? { damage } : { damageBy: damage }),
    maxMoveOf: isMax,
    isZ: nameIn('item', isZ),
    secondaries: [...list(secondary), ...list(secondaries)].filter((one) => one !== null).map(secondaryOf),
    multihit: list(record.multihit),
    selfSwitch: selfSwitch === true ? 'plain' : selfSwitch,
    immuneToOhko: ohko,
    selfBoost: (selfBoost as Source | undefined)?.boosts,
  };
});

// The type of `MissingNo.` does not exist.
data.species.delete('missingno');
export const species = [...data.species.values()].map(
  (record): Source => ({
    ...record,
    genderRatio: entriesOf(record.genderRatio).map(([gender, share]) => ({ gender, share })),
    abilities: entriesOf(record.abilities).map(([slot, ability]) => ({ slot, ability })),
    battleOnly: list(record.battleOnly),
    mother: nameIn('species', record.mother),
  }),
);

import type { PresentPerson } from '@quartermaster/contract/endpoints/live.ts';

/** The first name: `Mia` of Mia Member. */
const firstName = ({ name }: Pick<PresentPerson, 'name'>): string => name.trim().split(/\s+/)[0] ?? '';

function listText(names: readonly string[], count: number): string {
  const more = count - names.length;
  const all = more > 0 ? [...names, more === 1 ? '1 other' : `${more} others`] : names;
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '');
}

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');

/** Who has the page open: `Mia Member and Dev Owner are here`; of many the first five. */
export const hereText = (people: readonly Pick<PresentPerson, 'name'>[], count: number): string =>
  `${listText(
    people.map(({ name }) => name),
    count,
  )} ${isOrAre(count)} here`;

/** Who edits a field: `Mia is editing this field`. */
export const editingText = (people: readonly Pick<PresentPerson, 'name'>[]): string =>
  `${listText(people.slice(0, 2).map(firstName), people.length)} ${isOrAre(people.length)} editing this field`;

/** Colors on which white is readable, and which are told apart in both schemes. */
const tones = ['#2b5fb3', '#0b6e6e', '#2f6b2f', '#6b3fa0', '#9c2f6e', '#a83232', '#7a4f1d', '#4a5568'] as const;

/** The color of a person, the same everywhere. */
export const toneOf = ({ id }: Pick<PresentPerson, 'id'>): string => tones[id % tones.length] ?? tones[0];

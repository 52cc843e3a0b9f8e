/** Names of the database that are spelled in another way today. */
const spelled: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Faeroe: 'Faroe Islands',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

/** Cities without a time zone of their own, by the city that has it. */
const others: Readonly<Record<string, string>> = {
  Berlin: 'Cologne Dusseldorf Frankfurt Hamburg Munich',
  Chicago: 'Austin Dallas Houston Minneapolis',
  Dubai: 'Abu Dhabi',
  Kolkata: 'Bangalore Delhi Hyderabad Mumbai Pune',
  London: 'Brighton Cambridge Dundee Edinburgh Guildford Manchester',
  'Los Angeles': 'Las Vegas Portland San Diego San Francisco Seattle',
  Madrid: 'Barcelona',
  'New York': 'Atlanta Boston Miami Orlando Philadelphia Raleigh Washington',
  Paris: 'Bordeaux Lyon Montpellier',
  Rome: 'Milan Turin',
  'Sao Paulo': 'Brasilia Rio de Janeiro',
  Shanghai: 'Beijing Chengdu Guangzhou Hangzhou Shenzhen',
  Stockholm: 'Gothenburg Malmo Skovde Uppsala',
  Sydney: 'Canberra',
  Tokyo: 'Fukuoka Kyoto Osaka',
  Toronto: 'Montreal Ottawa Quebec',
  Vancouver: 'Victoria',
  Warsaw: 'Cracow Krakow Wroclaw',
};

/** The city of a time zone, or the zone's name if it has none: `Los Angeles`, `Knox, Indiana`, `UTC`. */
export function zoneCity(zone: string): string {
  const [city = zone, ...places] = zone.split('/').toReversed();
  const name = spelled[city] ?? city.replaceAll('_', ' ');
  const region = places.length > 1 ? places[0] : undefined;
  return region === undefined || region === 'Argentina' ? name : `${name}, ${region.replaceAll('_', ' ')}`;
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim();

/** What a zone is found by: its city, its name and other cities in it. */
const textOf = (zone: string): string => fold(`${zoneCity(zone)} ${zone} ${others[zoneCity(zone)] ?? ''}`);

/** The zones that contain what is typed, those whose city begins with it first. */
export function findZones(zones: readonly string[], typed: string): string[] {
  const text = fold(typed);
  const found = zones.filter((zone) => textOf(zone).includes(text));
  return found.toSorted((a, b) => Number(beginsWith(b, text)) - Number(beginsWith(a, text)));
}

const beginsWith = (zone: string, text: string): boolean => fold(zoneCity(zone)).startsWith(text);

/** All time zones by their cities, and others that the browser may not list. */
export const listZones = (...more: string[]): string[] =>
  [...new Set(['UTC', ...more, ...Intl.supportedValuesOf('timeZone')])].toSorted((a, b) =>
    zoneCity(a).localeCompare(zoneCity(b)),
  );

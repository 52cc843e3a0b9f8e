// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.readers.typescript', where: 'GET /instances/{instanceId}/types/typescript', says: 'generated TypeScript types of all templates, which every value of an exported file fits and no other' },
  { id: '4.readers.csharp', where: 'GET /instances/{instanceId}/types/csharp', says: 'generated C# classes of all templates, which every value of an exported file fits and no other' },
  { id: '4.readers.cpp', where: 'GET /instances/{instanceId}/types/cpp', says: 'generated C++17 structures of all templates, which compile and read exported files back value by value' },
  { id: '4.readers.names', where: 'GET /instances/{instanceId}/types/{language}', says: 'names are valid and unique whatever keys, options and labels are' },
  { id: '4.readers.json-schema', where: 'GET /instances/{instanceId}/types/json-schema', says: 'JSON Schema of each file' },
  { id: '4.readers.languages', where: 'GET /instances/{instanceId}/types/{language}', says: 'files in one language have texts where the others have texts by language' },
  { id: '4.readers.shapes', where: 'GET /instances/{instanceId}/types/{language}', says: 'rows of several shapes are told apart by their type' },
  { id: '4.readers.current', where: 'GET /instances/{instanceId}/types/{language}', says: 'they are those of the files that an export would write now' },
  { id: '4.readers.download', where: '/settings/export-settings', says: 'the types are downloaded for the game' },
];

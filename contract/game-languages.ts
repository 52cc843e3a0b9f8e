/** The languages in which the types of exported files are available, with the file that has them. */
export const gameLanguages = {
  typescript: { label: 'TypeScript', file: 'quartermaster.ts' },
  csharp: { label: 'C# (Unity)', file: 'Quartermaster.cs' },
  cpp: { label: 'C++ (Unreal)', file: 'quartermaster.h' },
  'json-schema': { label: 'JSON Schema', file: 'quartermaster.schema.json' },
} as const;

/** A language of {@link gameLanguages}. */
export type GameLanguage = keyof typeof gameLanguages;

/** The clients that read builds in a game, with the file of each. */
export const gameClients = {
  typescript: { label: 'TypeScript client', file: 'quartermaster-client.ts' },
  csharp: { label: 'C# client (Unity)', file: 'QuartermasterClient.cs' },
} as const;

/** A client of {@link gameClients}. */
export type GameClient = keyof typeof gameClients;

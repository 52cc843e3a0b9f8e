import { Type } from 'typebox';
import { type GameClient, type GameLanguage, gameClients, gameLanguages } from '../game-languages.ts';
import { Exact, Id } from './common.ts';

const clients = Object.keys(gameClients) as GameClient[];
const languages = Object.keys(gameLanguages) as GameLanguage[];

export const gameTypeShapes = {
  get: { params: Exact({ instanceId: Id, language: Type.Enum(languages) }) },
  getClient: { params: Exact({ instanceId: Id, client: Type.Enum(clients) }) },
} as const;

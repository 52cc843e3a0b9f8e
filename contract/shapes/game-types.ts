import { Type } from 'typebox';
import { type GameLanguage, gameLanguages } from '../game-languages.ts';
import { Exact, Id } from './common.ts';

const languages = Object.keys(gameLanguages) as GameLanguage[];

export const gameTypeShapes = {
  get: { params: Exact({ instanceId: Id, language: Type.Enum(languages) }) },
} as const;

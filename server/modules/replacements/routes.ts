import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { replacementShapes } from '@quartermaster/contract/shapes/replacements.ts';
import { defineDoor } from '../../content/change-sets/door/define-door.ts';
import type { App } from '../../core/app/deps.ts';
import { replaceSource } from './replace-service.ts';

export const replacementRoutes = (app: App): void => defineDoor(app, replacements, replacementShapes, replaceSource);

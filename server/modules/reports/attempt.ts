import { randomBytes } from 'node:crypto';
import { exportFolder } from '../../core/files/export-folder.ts';

/** Folder of what only one report has, and of its attempts. */
export const reportFolder = (instanceId: number, path: string): string => `${exportFolder(instanceId)}/${path}`;

/** Part of the key of a file: a server that is wrongly presumed dead must not write into its successor's file. */
export const newAttempt = (): string => randomBytes(6).toString('hex');

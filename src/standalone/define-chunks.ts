import { chunksKey } from '../chunks/chunk-registry.ts';
import { createDocumentChunks } from './document-chunks.ts';

Object.assign(globalThis, { [chunksKey]: createDocumentChunks(document) });

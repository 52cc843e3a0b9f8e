import { createChunkRegistry } from './chunk-registry.ts';

Object.assign(globalThis, { [Symbol.for('quartermaster.chunks')]: createChunkRegistry(document) });

// The entry of the development server: hot reload has to be set up before any component is loaded.
import './preamble.ts';

export * from './index.ts';

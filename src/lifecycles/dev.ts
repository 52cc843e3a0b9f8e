// The entry of the development server: hot reload has to be in place before any component is.
import './preamble.ts';

export * from './index.ts';

/** A thread of an embedded database that opens, and fails at its first statement. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  throw new Error('Out of luck.');
});
parentPort?.postMessage({ id: 0, results: [] });

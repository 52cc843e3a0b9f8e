/**
 * Runs in a separate process, so that the attack’s own work does not count as the server’s delay: polls the health of
 * each address.
 */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Longest time, in milliseconds, in which each of the addresses did not answer. */
export type Silences = Record<string, number>;

const every = 20;
const silences: Silences = {};

for (const origin of process.argv.slice(2)) void watch(origin);

process.on('message', () => {
  process.send?.(silences);
  for (const origin of Object.keys(silences)) silences[origin] = 0;
});
process.on('disconnect', () => process.exit());

async function watch(origin: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  silences[origin] = 0;
  for (;;) {
    const since = performance.now();
    const growing = setInterval(() => note(origin, since), 50);
    while (!(await answers(origin, agent))) await pause(every);
    clearInterval(growing);
    note(origin, since);
    await pause(every);
  }
}

function note(origin: string, since: number): void {
  silences[origin] = Math.max(silences[origin] ?? 0, performance.now() - since);
}

function answers(origin: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${origin}/healthz`, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
      response.once('error', () => resolve(false));
    }).on('error', () => resolve(false));
  });
}

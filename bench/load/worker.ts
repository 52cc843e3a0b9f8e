/** Generates load in a separate process; it receives orders as messages and answers each with its measurements. */
import { seeded } from '../support/statistics.ts';
import { Connection } from './client.ts';
import { type Job, requestsOf } from './jobs.ts';

export interface Round {
  port: number;
  headers: Record<string, string>;
  job: Job;
  connections: number;
  /** Ends the round after this many seconds... */
  seconds: number;
  /** ...or after this many responses on each connection. */
  requests: number;
  /** The status of all responses; 200 if omitted. */
  expects?: number;
  /** Counts other responses, which otherwise abort the run. */
  countsRefused?: boolean;
  seed: number;
}

export interface Measured {
  /** From sending to the last byte, in milliseconds, ascending. */
  latencies: number[];
  refused: number;
  seconds: number;
  bytes: number;
}

async function measure(round: Round): Promise<Measured> {
  const requests = requestsOf(round.job);
  const { expects = 200 } = round;
  const latencies: number[] = [];
  let bytes = 0;
  let refused = 0;
  const started = performance.now();
  const until = started + round.seconds * 1000;
  const drive = async (number: number) => {
    const random = seeded(round.seed * 1000 + number);
    const connection = new Connection(round.port, round.headers);
    for (let sent = 0; sent < round.requests && performance.now() < until; sent += 1) {
      const request = requests(random, number, round.connections);
      const since = performance.now();
      const answer = await connection.send(request.path, request.body, request.answered !== undefined);
      latencies.push(performance.now() - since);
      if (answer.status !== expects && round.countsRefused) {
        refused += 1;
        continue;
      }
      if (answer.status !== expects)
        throw new Error(`${request.path} answered ${answer.status}: ${answer.body.slice(0, 500)}`);
      bytes += answer.bytes;
      request.answered?.(answer.body);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: round.connections }, (_, number) => drive(number)));
  return { latencies: latencies.sort((a, b) => a - b), refused, seconds: (performance.now() - started) / 1000, bytes };
}

process.on('message', (round: Round) => {
  measure(round).then(
    (measured) => process.send?.({ measured }),
    (error: Error) => process.send?.({ problem: error.message }),
  );
});

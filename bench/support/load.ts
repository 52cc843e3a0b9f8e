import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../scripts/processes.mjs';
import { Sentence } from '../../scripts/terminal.mjs';
import type { Job } from '../load/jobs.ts';
import type { Measured, Round } from '../load/worker.ts';
import { median } from './statistics.ts';

/** The address of one side of a comparison, and the headers for each request. */
export interface Side {
  port: number;
  headers: () => Promise<Record<string, string>>;
}

/** The process that generates the load, the same for both sides. */
export class Load {
  readonly #process: ChildProcess = fork(join(root, 'bench', 'load', 'worker.ts'));
  #seed = 0;

  async round(
    side: Side,
    job: Job,
    limits: Partial<Pick<Round, 'connections' | 'seconds' | 'requests' | 'seed' | 'countsRefused' | 'expects'>>,
  ): Promise<Measured> {
    const round: Round = {
      port: side.port,
      headers: await side.headers(),
      job,
      connections: 1,
      seconds: 60,
      requests: Number.MAX_SAFE_INTEGER,
      seed: this.seed(),
      ...limits,
    };
    this.#process.send(round);
    const [{ measured, problem }] = (await once(this.#process, 'message')) as [
      { measured?: Measured; problem?: string },
    ];
    if (!measured) throw new Sentence(problem ?? 'The load could not be generated.');
    return measured;
  }

  /** A new seed for random numbers. */
  seed(): number {
    this.#seed += 1;
    return this.#seed;
  }

  stop(): void {
    this.#process.kill();
  }
}

/**
 * Alternates between the sides, round by round, so that noise of the machine affects all alike; returns the results of
 * `rounds` rounds for each side.
 */
export async function alternate<T>(rounds: number, sides: readonly ((round: number) => Promise<T>)[]): Promise<T[][]> {
  const answers: T[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, side] of sides.entries()) answers[index]?.push(await side(round));
  }
  return answers;
}

/** How long one call takes from sending to the last byte, in milliseconds: the median of some, one after the other. */
export async function callOf(load: Load, side: Side, path: string): Promise<number> {
  return median((await load.round(side, { kind: 'get', path }, { requests: 5 })).latencies);
}

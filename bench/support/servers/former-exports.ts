import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../scripts/processes.mjs';
import { Sentence } from '../../../scripts/terminal.mjs';

/** A process that exports an instance as it was done before there were builds. */
export interface FormerExports {
  pid: number;
  run: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts it; the files are written into the folder. */
export async function startFormerExports(place: {
  databaseUrl: string;
  folder: string;
  instanceId: number;
}): Promise<FormerExports> {
  const child: ChildProcess = fork(join(root, 'bench', 'floor', 'former-exports.ts'), [JSON.stringify(place)], {
    execArgv: ['--max-semi-space-size=8'],
  });
  const answer = async () => {
    const [{ problem }] = (await once(child, 'message')) as [{ problem?: string }];
    if (problem !== undefined) throw new Sentence(problem);
  };
  await answer();
  return {
    pid: child.pid ?? 0,
    run: () => {
      child.send('export');
      return answer();
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

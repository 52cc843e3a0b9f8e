// @ts-check
/** The commands behind the npm scripts; each sets the project up first. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { staleSteps } from './building/build-steps.mjs';
import { attend, projectEnvironment, projectNode, root, serverArguments, serverFile } from './processes.mjs';
import { setUp } from './setup.mjs';
import { Sentence } from './terminal.mjs';

/** @typedef {(args: string[]) => Promise<number>} Command resolves to the exit code */

/** The commands that need no packages of tests. */
const running = ['start', 'dev', 'build'];

/** @type {Record<string, Command>} */
const commands = {
  start: (args) => start(args),
  dev: (args) => script('dev.mjs', args),
  build: (args) => script('building/build.mjs', ['--warnings', ...args]),
  pack: async (args) => (await buildStale()) || script('building/pack.mjs', args),
  pictures: async (args) => (await buildStale()) || script('building/pictures.mjs', args),
  image: async (args) => (await buildStale()) || script('building/image/image.mjs', args),
  icons: (args) => script('building/icons.mjs', args),
  check: (args) => script('testing/check.mjs', args),
  test: (args) => script('testing/test.mjs', args),
  'test:all': (args) => script('testing/test.mjs', ['--all', ...args]),
  bench: async (args) => (await buildStale()) || attend(projectNode(), [join('bench', 'run.ts'), ...args]),
  attack: async (args) => (await buildStale()) || attend(projectNode(), [join('attack', 'run.ts'), ...args]),
  mutate: (args) => script('testing/mutation/mutate.mjs', args),
  spec: (args) => script(args.includes('--breaks') ? 'testing/spec-breaks.mjs' : 'testing/spec.mjs', args),
};

/**
 * @param {string | undefined} name
 * @param {string[]} args
 */
export async function run(name, args) {
  try {
    const command = commands[name ?? ''];
    if (!command) throw new Sentence(`There is no command ${name}: ${Object.keys(commands).join(', ')}.`);
    await setUp(running.includes(name ?? '') ? 'run' : 'test');
    process.exitCode = await command(args);
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function script(name, args) {
  return attend(projectNode(), [join('scripts', name), ...args]);
}

/**
 * Builds what the server needs to be ready, and the rest beside the running server.
 * @type {Command}
 */
async function start(args) {
  const due = staleSteps();
  const code = due.some(({ step }) => step.isFirst) ? await script('building/build.mjs', ['--first']) : 0;
  if (code !== 0) return code;
  const others = due.some(({ step }) => !step.isFirst)
    ? attend(projectNode(), [join('scripts', 'building', 'build.mjs')], { yields: true })
    : Promise.resolve(0);
  const served = await serve(args);
  // Stops a build that is still running.
  process.on('SIGTERM', () => {});
  process.kill(process.pid, 'SIGTERM');
  await others;
  return served;
}

/** @returns {Promise<number>} */
async function buildStale() {
  return staleSteps().length > 0 ? script('building/build.mjs', []) : 0;
}

/** @type {Command} */
function serve(args) {
  if (!existsSync(join(root, serverFile)))
    throw new Sentence('There is no server to start: server/main.ts is missing.');
  const cache = join(root, 'node_modules', '.cache', 'node');
  const env = projectEnvironment({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cache });
  return attend(projectNode(), [...serverArguments, ...args], { env, tied: true });
}

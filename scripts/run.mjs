/**
 * The entry point of every npm script: `node scripts/run.mjs <command> [arguments]`.
 * On a fresh clone nothing is installed and the machine's Node may be old, so this file, setup.mjs, processes.mjs, terminal.mjs and
 * building/{build-steps,release,stamp}.mjs import only Node's own modules and use no features newer than Node 18.
 */
var major = Number(process.versions.node.split('.')[0]);
if (major < 18) {
  console.error(
    'Quartermaster needs Node 18 or newer to set itself up (it then runs on a Node of its own); this is Node ' +
      process.versions.node +
      '. Get one at https://nodejs.org/.',
  );
  process.exit(1);
}

import('./commands.mjs').then((commands) => commands.run(process.argv[2], process.argv.slice(3)));

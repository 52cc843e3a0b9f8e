#!/usr/bin/env node
import { runContentCommand } from '../content-files/command.ts';
import { contentCommands, contentUsage } from '../content-files/usage.ts';
import { runCommand } from '../verify-embed/command.ts';

// A reader such as `head` has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const [name, ...rest] = process.argv.slice(2);
const content = contentCommands.find((command) => command === name);
if (content) process.exitCode = await runContentCommand(content, rest, { say, env: process.env });
else {
  if (name !== 'verify-embed') say(`${contentUsage}\n`);
  process.exitCode = await runCommand(process.argv.slice(2), { say });
}

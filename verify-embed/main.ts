#!/usr/bin/env node
import { runCommand } from './command.ts';

const lines = { say: (line: string) => void process.stdout.write(`${line}\n`) };
process.exitCode = await runCommand(process.argv.slice(2), lines);

import { setTimeout as pause } from 'node:timers/promises';
import { say } from '../scripts/terminal.mjs';
import type { Attack, Measured, Target } from './support/attack.ts';
import { type HeavyCall, heavyCalls } from './support/heavy-calls.ts';
import { storeHeavy } from './support/heavy-content.ts';

/** What a call must not exceed: milliseconds of silence for others, megabytes (10^6 bytes) for itself. */
const goals = { silence: 500, memory: 100 };
const limit = 120_000;

/** Each call that computes, as expensive as the limits allow, while nothing else happens: prints the table of `docs/limits.md`. */
export const heavyCallsAlone: Attack = {
  says: `${heavyCalls.length} calls, each as expensive as the limits allow`,
  on: ['embedded', 'postgres'],
  prepare: storeHeavy,
  run: async (target) => {
    say('\n| call | answer | time | memory | silence (idle server) |\n| --- | --- | --- | --- | --- |');
    const problems: string[] = [];
    for (const call of heavyCalls) problems.push(...(await measureCall(target, call)));
    say('');
    return problems;
  },
};

async function measureCall({ owners: [owner], instanceId, measure }: Target, call: HeavyCall): Promise<string[]> {
  if (!owner) return ['There is no session.'];
  const { name, body, type, isRefused = false } = call;
  const path = call.path.replace(':instanceId', String(instanceId));
  const sent = type === undefined ? JSON.stringify(body) : String(body);
  const send = () => measure(() => owner.send('POST', path, sent, limit, type));
  let { result, ...measured } = await send();
  // What the call before it has started may still run.
  for (let tries = 0; result.status === 409 && tries < 30; tries += 1) {
    await pause(2000);
    ({ result, ...measured } = await send());
  }
  const { status, text } = result;
  say(toRow(name, status, result.took, measured));
  const isExpected = isRefused ? status >= 400 && status < 500 : status >= 200 && status < 300;
  return [
    ...(isExpected ? [] : [`${name} answered ${status}: ${text.slice(0, 200)}`]),
    ...(measured.silence > goals.silence ? [`${name}: others waited for ${Math.round(measured.silence)} ms.`] : []),
    ...(measured.memory > goals.memory ? [`${name} took ${Math.round(measured.memory)} MB.`] : []),
  ];
}

const toRow = (name: string, status: number, took: number, { silence, bareSilence, memory }: Measured): string =>
  `| \`${name.replace(',', '`,')}${name.includes(',') ? '' : '`'} | ${status} | ${(took / 1000).toFixed(1)} s | ${Math.round(memory)} MB | ${Math.round(silence)} ms (${Math.round(bareSilence)}) |`;

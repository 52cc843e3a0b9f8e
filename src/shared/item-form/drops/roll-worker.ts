import { type RollInput, rollDrops } from '@quartermaster/contract/content/roll-drops.ts';

/** What a worker rolls. */
export interface RollCall {
  input: RollInput;
  rolls: number;
}

self.addEventListener('message', ({ data: { input, rolls } }: MessageEvent<RollCall>) => {
  self.postMessage(rollDrops(input, rolls));
});

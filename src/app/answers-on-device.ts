import { openDeviceAnswers } from '../shared/stored-answers/device-answers.ts';

/**
 * The answers that the stand-alone console keeps on this device, and those of the current address. The server has put the key into the page;
 * the addresses of its scripts tell builds apart.
 */
export function openAnswersOnDevice() {
  const key = document.querySelector<HTMLMetaElement>('meta[name="answers-key"]')?.content;
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
  const answers = openDeviceAnswers({ key, build: scripts.map(({ src }) => src).join(' ') });
  return { answers, restored: answers.read(location.pathname + location.search) };
}

import { openAnswersOnDevice } from '../app/answers-on-device.ts';
import { loadPageCode } from '../app/early-code.ts';
import { sendFirstRequest } from '../app/early-request.ts';

/** The `fetch` of the stand-alone console; a separate script, so that it runs before the console's code is loaded. */
export const fetch = sendFirstRequest(location.origin);

/** Decrypted while the console's code is loading. */
export const { answers, restored } = openAnswersOnDevice();

loadPageCode();

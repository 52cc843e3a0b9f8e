import { Secret, TOTP } from 'otpauth';

/** The code of a secret, now or so many steps of 30 seconds later. */
export const codeOf = (secret: string, now: Date, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + steps * 30_000 });

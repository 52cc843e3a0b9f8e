import { createTurns } from '../base/turns.ts';

/** Hash to compare with when the account is unknown, so that the response takes equally long. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$hQmZnK8Yi8anDY0JzigAww$0UCMU6i7SUXZbh9mlayCnvaUoqLV/D7aHKIxpPeSvm0';

/** Of Node's four threads, which also read files; each hash uses one, 19 MiB and some 40 ms. */
const turns = createTurns({
  atOnce: 2,
  waiting: 100,
  message: 'Too many passwords are being verified. Please try again in a moment.',
});

const argon2 = () => import('@node-rs/argon2');

/** Hashes a password with argon2id (19 MiB, 2 passes), as a PHC string. */
export const hashPassword = async (password: string): Promise<string> =>
  turns(async () => (await argon2()).hash(password));

/** True if the password matches the hash; without a hash, or with an empty one, always false, but equally slow. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const matches = await turns(async () => (await argon2()).verify(hash || nobody, password));
  return matches && Boolean(hash);
}

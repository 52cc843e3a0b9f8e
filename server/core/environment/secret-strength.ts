const fewestDifferent = 8;

/**
 * Whether a secret looks as if nobody had drawn it at random: few different characters, a pattern that repeats, or mostly
 * characters in the order of the alphabet. Of what is drawn as 16 bytes in hex, one in 28 million looks like that.
 */
export function isGuessable(secret: string): boolean {
  return new Set(secret).size < fewestDifferent || isRepeated(secret) || isRow(secret);
}

/** A pattern of at most half the length from the first character to the last. */
function isRepeated(secret: string): boolean {
  for (let length = 1; length <= secret.length / 2; length++)
    if (secret.slice(length) === secret.slice(0, -length)) return true;
  return false;
}

/** More than half of its characters are the neighbour of the one before. */
function isRow(secret: string): boolean {
  const steps = [...secret].slice(1).map((character, at) => character.charCodeAt(0) - secret.charCodeAt(at));
  return steps.filter((step) => Math.abs(step) === 1).length > steps.length / 2;
}

const fewestDifferent = 8;

/**
 * True if a secret does not look random: few different characters, a repeating pattern, or mostly consecutive
 * characters. One in 28 million random 16-byte secrets in hex is rejected by mistake.
 */
export function isGuessable(secret: string): boolean {
  return new Set(secret).size < fewestDifferent || isRepeated(secret) || isRow(secret);
}

/** A pattern of at most half the length that repeats to the end. */
function isRepeated(secret: string): boolean {
  for (let length = 1; length <= secret.length / 2; length++)
    if (secret.slice(length) === secret.slice(0, -length)) return true;
  return false;
}

/** More than half of the characters are adjacent to the previous one. */
function isRow(secret: string): boolean {
  const steps = [...secret].slice(1).map((character, at) => character.charCodeAt(0) - secret.charCodeAt(at));
  return steps.filter((step) => Math.abs(step) === 1).length > steps.length / 2;
}

/** Compiles and matches patterns, in time that is linear in the text. */
export interface PatternEngine {
  /** True if the whole text matches the pattern. */
  matches: (pattern: string, text: string) => boolean;
  /** Error message for a pattern that is none; otherwise undefined. */
  check: (pattern: string) => string | undefined;
}

/** The longest pattern, in UTF-16 code units. */
export const longestPattern = 300;

let engine: PatternEngine | undefined;

/**
 * Makes patterns work. The engine is provided apart because the console loads it only if a template has a pattern: until
 * then every text matches. The server always has it; a test can take it away.
 */
export function providePatterns(provided: PatternEngine | undefined): void {
  engine = provided;
}

/** True if patterns are compared. */
export const arePatternsProvided = (): boolean => engine !== undefined;

/** True if the whole text matches the pattern, or no engine is provided. */
export const matchesPattern = (pattern: string, text: string): boolean => engine?.matches(pattern, text) ?? true;

/** Error message for a pattern that is none, as far as the engine is provided; otherwise undefined. */
export const checkPatternSyntax = (pattern: string): string | undefined =>
  pattern.length > longestPattern ? `must be at most ${longestPattern} characters` : engine?.check(pattern);

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The test files that claim to show a row, by its id, as found in the sources. */
export function readClaims(root: string): Map<string, Set<string>> {
  const claims = new Map<string, Set<string>>();
  for (const file of globSync(['tests/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'], { cwd: root })) {
    for (const [, ids = ''] of readFileSync(join(root, file), 'utf8').matchAll(/^\s*shows\(([^)]*)\);$/gm))
      for (const [, id = ''] of ids.matchAll(/'([^']+)'/g)) claims.set(id, (claims.get(id) ?? new Set()).add(file));
  }
  return claims;
}

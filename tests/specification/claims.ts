import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The test files that claim to show a row, by its id, as found in the sources: in calls of `shows`, and as keys of a table of cases. */
export function readClaims(root: string): Map<string, Set<string>> {
  const claims = new Map<string, Set<string>>();
  for (const file of globSync(['tests/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'], { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, called, key = ''] of text.matchAll(/^\s*shows\(([^)]*)\);$|('[1-5]\.\w+\.[\w.-]+'): /gm))
      for (const [, id = ''] of (called ?? key).matchAll(/'([^']+)'/g))
        claims.set(id, (claims.get(id) ?? new Set()).add(file));
  }
  return claims;
}

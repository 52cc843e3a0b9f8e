// @ts-check
/**
 * The files that `npm run mutate` changes, and the tests that should fail then. `share` is the part of the mutants tried by default, so
 * that an area takes minutes: where tests use the database, each mutant takes seconds.
 * @type {Record<string, { mutate: string[], tests: string[], share: number }>}
 */
export const areas = {
  access: {
    mutate: ['contract/access.ts', 'contract/plan-limits.ts'],
    tests: ['tests/contract/**/*.test.ts', 'tests/server/permissions.test.ts'],
    share: 0.15,
  },
  money: {
    mutate: ['contract/billing.ts', 'contract/subscription.ts'],
    tests: ['tests/contract/{billing,subscription}.test.ts'],
    share: 1,
  },
  content: {
    mutate: ['contract/content/*.ts', 'contract/rules/filter.ts'],
    tests: ['tests/contract/**/*.test.ts'],
    share: 0.3,
  },
  merge: {
    mutate: ['server/modules/sync/plan/merge.ts'],
    tests: ['tests/server/sync-merge.test.ts'],
    share: 1,
  },
  sync: {
    mutate: ['server/modules/sync/compare-menus.ts', 'server/modules/sync/plan/*.ts'],
    tests: ['tests/server/sync{,-conflicts,-decisions,-history,-merge,-parts,-reviews}.test.ts'],
    share: 0.05,
  },
  saves: {
    mutate: ['server/modules/items/save/*.ts'],
    tests: ['tests/server/items-{save,repeated,locked,image}.test.ts'],
    share: 0.05,
  },
};

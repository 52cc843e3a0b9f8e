// @ts-check
/**
 * What `npm run mutate` changes, and the tests that have to notice, in the order in which they run: a mutant is done with
 * the first test that fails, so those without a database come first. `sample` is how many mutants are tried by default, so
 * that an area takes minutes: where tests use the database, each mutant takes seconds. Without it all are tried.
 * @type {Record<string, { mutate: string[], tests: string[], sample?: number }>}
 */
export const areas = {
  access: {
    mutate: ['contract/access.ts', 'contract/plan-limits.ts', 'server/core/session/access.ts'],
    tests: [
      'tests/contract/tables.test.ts',
      'tests/server/access.test.ts',
      'tests/server/tokens.test.ts',
      'tests/server/permissions.test.ts',
      'tests/server/roles.test.ts',
      'tests/server/plan-limits.test.ts',
      'tests/server/members.test.ts',
      'tests/server/accounts-session.test.ts',
      'tests/server/free-space.test.ts',
    ],
    sample: 60,
  },
  money: {
    mutate: ['contract/billing.ts', 'contract/subscription.ts'],
    tests: ['tests/contract/billing.test.ts', 'tests/contract/subscription.test.ts'],
  },
  content: {
    mutate: ['contract/content/*.ts', 'contract/rules/filter.ts'],
    tests: [
      'tests/contract/item-fields.test.ts',
      'tests/contract/template-tree.test.ts',
      'tests/contract/content-limits.test.ts',
      'tests/contract/field-types.test.ts',
      'tests/contract/template-rules.test.ts',
      'tests/contract/lists.test.ts',
      'tests/contract/names.test.ts',
      'tests/contract/filters.test.ts',
      'tests/contract/format-json.test.ts',
      'tests/server/items-save.test.ts',
      'tests/server/content-limits.test.ts',
      'tests/server/templates-save.test.ts',
    ],
    sample: 60,
  },
  merge: {
    mutate: ['server/content/history/merge.ts'],
    tests: ['tests/server/sync-merge.test.ts'],
  },
  sync: {
    mutate: [
      'server/content/menu/compare-menus.ts',
      'server/modules/sync/pairs/build-change-set.ts',
      'server/content/change-sets/*.ts',
      'server/content/history/merge.ts',
    ],
    tests: [
      'tests/server/sync-merge.test.ts',
      'tests/server/sync.test.ts',
      'tests/server/sync-parts.test.ts',
      'tests/server/sync-conflicts.test.ts',
      'tests/server/sync-decisions.test.ts',
      'tests/server/sync-history.test.ts',
      'tests/server/sync-reviews.test.ts',
      'tests/server/sync-meanwhile.test.ts',
      'tests/server/sync-large.test.ts',
    ],
    sample: 60,
  },
  saves: {
    mutate: ['server/content/documents/save/*.ts'],
    tests: [
      'tests/contract/item-fields.test.ts',
      'tests/server/items-save.test.ts',
      'tests/server/items-repeated.test.ts',
      'tests/server/items-locked.test.ts',
      'tests/server/items-image.test.ts',
      'tests/server/example-export.test.ts',
      'tests/server/content-limits.test.ts',
      'tests/server/plan-limits.test.ts',
    ],
    sample: 60,
  },
};

import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { expect, it } from 'vitest';

it('fills the parameters of a path, encoded', () => {
  expect(pathTo(paths.item, { instanceId: 7, templateId: 'a/b', id: 12 })).toBe(
    '/instance/7/templates/a%2Fb/items/12/edit',
  );
  expect(pathTo(paths.home, {})).toBe('/');
});

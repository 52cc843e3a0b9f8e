import { api } from '@quartermaster/contract/endpoints/api.ts';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import demo from '../../package/testing/demo.json' with { type: 'json' };

test.each(Object.entries(demo))('the recorded response to %s in the test kit matches this API', (name, answer) => {
  const response = api.find((entry) => entry.name === name)?.shape.response;
  expect(response && Value.Errors(response, answer)).toEqual([]);
});

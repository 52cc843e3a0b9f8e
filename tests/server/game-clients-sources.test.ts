import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { gameClients } from '@quartermaster/contract/game-languages.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { csharpCompiler, programFolder } from '../support/compilers.ts';

const sourceOf = (client: keyof typeof gameClients) => readFileSync(`clients/${gameClients[client].file}`, 'utf8');
const [typescript, csharp] = [sourceOf('typescript'), sourceOf('csharp')];

test('clients have at most 150 lines and no dependency but the JSON library of Unity', () => {
  shows('4.clients.small');
  for (const source of [typescript, csharp]) expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  expect(typescript).not.toMatch(/^import |\bimport\(|require\(/m);
  for (const module of builtinModules) expect(typescript).not.toContain(`'${module}'`);
  const used = [...csharp.matchAll(/^using (.*);$/gm)].map(([, name]) => name);
  expect(used.filter((name) => !name?.startsWith('System'))).toEqual(['Newtonsoft.Json']);
});

/** The names between braces after a heading, in the order of the alphabet. */
const namesIn = (source: string, heading: string, name: RegExp) => {
  const start = source.indexOf(heading);
  const body = source.slice(start, source.indexOf('}', start)).replace(/\/\/.*|\/\*.*\*\//g, '');
  return [...body.matchAll(name)].flatMap(([, names = '']) => names.split(', ')).sort();
};

test('the C# client takes the same options and makes the same calls as the one that is tested against the server', async () => {
  shows('4.clients.csharp');
  const own = namesIn(typescript, 'interface ClientOptions', /^ {2}(\w+)\??:/gm);
  const options = namesIn(csharp, 'class ClientOptions', /public (?:Func<.*>|\S+) (.*);/g).map(
    (name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  );
  expect(options).toEqual([...own.filter((name) => name !== 'fetch'), 'verify'].sort());
  // Each call, each file of the cache and each property of a manifest that either of them names.
  const named = (source: string) =>
    ['/v1/delivery/', 'channels/', '/manifest.json', '?game_version=', 'files/', 'if-none-match', 'authorization']
      .concat(['images/index.json', 'schema_sha256', 'smallest_game_version', '"manifest"', 'signatures', 'Bearer '])
      .filter((text) => source.replaceAll("'", '"').toLowerCase().includes(text.toLowerCase()));
  expect(named(csharp)).toEqual(named(typescript));
  expect(named(csharp)).toHaveLength(13);
  // Whole, and in the C# of Unity: no records, targets of `new`, file namespaces or raw texts.
  const bare = csharp.replace(/\/\/.*$/gm, '').replace(/\$?"(?:\\.|[^"\\])*"/g, '""');
  for (const [open, close] of ['{}', '()', '[]'].map((pair) => pair.split('')))
    expect(bare.split(open ?? '').length, `${open}`).toBe(bare.split(close ?? '').length);
  expect(bare).not.toMatch(/\brecord\b|= new\(|^namespace .*;|"""|\brequired\b|\binit;/m);

  const compiler = csharpCompiler();
  if (compiler === undefined) return;
  // Debian's mono-mcs has no Newtonsoft.Json.
  const program = programFolder({
    'Client.cs': csharp,
    'Newtonsoft.cs': `namespace Newtonsoft.Json {
      public sealed class JsonPropertyAttribute : System.Attribute { public JsonPropertyAttribute(string name) { } }
      public static class JsonConvert { public static T DeserializeObject<T>(string text) { return default(T); } }
    }`,
  });
  const references = ['-r:System.Core', '-r:System.Net.Http'];
  const { output } = await program.run(
    compiler,
    '-langversion:7',
    '-warnaserror',
    '-target:library',
    ...references,
    'Client.cs',
    'Newtonsoft.cs',
  );
  program.remove();
  // Nor has it System.Net.Http, which is a package of its own.
  expect(output.replace(/.*CS0006.*System\.Net\.Http.*\n/, '').replace(/^Compilation failed: 1 error.*\n/m, '')).toBe(
    '',
  );
}, 60_000);

import type { Plugin } from 'vite';

const iconFile = /[\\/]@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon\w+\.mjs$/;
const declaration = /^const __iconNode = (\[.*\]);$/m;

type IconNode = [tag: string, attributes: Record<string, string>];

/** The code of an icon of lines with all of its lines in one path, which looks the same; `undefined` if it has nothing to join. */
export function onePath(code: string): string | undefined {
  const [whole, list] = code.match(declaration) ?? [];
  if (whole === undefined || list === undefined || !code.includes('createReactComponent("outline"')) return undefined;
  const nodes = JSON.parse(list) as IconNode[];
  const joins = nodes.every(
    ([tag, { d = '', key: _, ...others }]) => tag === 'path' && d.startsWith('M') && Object.keys(others).length === 0,
  );
  if (!joins || nodes.length < 2) return undefined;
  const joined: IconNode[] = [['path', { d: nodes.map(([, { d }]) => d).join(''), key: '0' }]];
  return code.replace(whole, `const __iconNode = ${JSON.stringify(joined)};`);
}

/** Draws each icon with two elements in place of three to eight; the build fails if the package has changed. */
export function onePathIcons(): Plugin {
  let count = 0;
  return {
    name: 'one-path-icons',
    apply: 'build',
    transform: {
      filter: { id: iconFile },
      handler(code) {
        const joined = onePath(code);
        if (joined === undefined) return null;
        count += 1;
        return { code: joined, map: null };
      },
    },
    generateBundle(_options, bundle) {
      const hasIcons = Object.values(bundle).some(
        (output) => output.type === 'chunk' && output.moduleIds.some((id) => iconFile.test(id)),
      );
      if (hasIcons && count === 0) this.error('The icons have changed: none has paths that can be joined.');
    },
  };
}

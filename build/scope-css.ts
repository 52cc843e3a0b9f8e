import type { AtRule, Declaration, Plugin, Root, Rule } from 'postcss';

/**
 * The scope of our selectors: any mount. The five ids never match; they raise every rule's specificity above a host's.
 */
export const scope = ':is(#qm#qm#qm#qm#qm,[data-qm-root])';

const prefix = 'qm-';
const page = /^(?::root|html|body)(?![\w-])/;
/** What Mantine sets on <html>; here it is on our own root. */
const rootState = /^(?::where\(\s*)?\[(?:data-mantine-color-scheme|data-respect-reduced-motion|dir)(?:=[^\]]*)?\]/;

/** The selector limited to our mounts; null if it cannot match inside one (a shadow host). */
export function scopeSelector(selector: string): string | null {
  const given = selector.trim();
  if (given.startsWith(scope)) return given;
  if (given.startsWith(':host')) return null;
  if (given.includes('[data-qm-root]')) return given.replace('[data-qm-root]', scope);
  if (rootState.test(given)) return scope + given;
  if (page.test(given)) return given.replace(page, scope);
  return `${scope} ${given}`;
}

/** Limits every rule of a stylesheet to our mounts, and renames keyframes. */
export function scopeCss(except: (file: string) => boolean = () => false): Plugin {
  return {
    postcssPlugin: 'scope-css',
    OnceExit(root) {
      if (except(root.source?.input.file ?? '')) return;
      renameKeyframes(root);
      root.walkRules((rule) => {
        if (isKeyframe(rule) || isNested(rule)) return;
        const selectors = rule.selectors.map(scopeSelector).filter((selector) => selector !== null);
        if (selectors.length === 0) rule.remove();
        else rule.selectors = [...new Set(selectors)];
      });
    },
  };
}

/** Lists everything in a finished stylesheet that would apply outside our mounts. */
export function unscoped(root: Root): string[] {
  const found: string[] = [];
  root.walkRules((rule) => {
    if (isKeyframe(rule) || isNested(rule)) return;
    found.push(...rule.selectors.filter((selector) => !selector.startsWith(scope)));
  });
  root.walkAtRules(
    /^(?:-webkit-)?keyframes$|^property$|^font-face$|^counter-style$|^layer$|^view-transition$/i,
    (at) => {
      const own = at.params.startsWith('qm') || at.params.startsWith('--qm');
      if (!own) found.push(`@${at.name} ${at.params}`.trim());
    },
  );
  return found;
}

function renameKeyframes(root: Root) {
  const names = new Set<string>();
  root.walkAtRules(/keyframes$/i, (at) => {
    if (at.params.startsWith('qm')) return;
    names.add(at.params);
    at.params = prefix + at.params;
  });
  if (names.size === 0) return;
  root.walkDecls(/^(?:-webkit-)?animation(?:-name)?$|^--.*animation/i, (declaration: Declaration) => {
    declaration.value = declaration.value.replace(/[\w-]+/g, (word) => (names.has(word) ? prefix + word : word));
  });
}

function isKeyframe(rule: Rule): boolean {
  return rule.parent?.type === 'atrule' && /keyframes$/i.test((rule.parent as AtRule).name);
}

/** Nested in another rule, also through `@media`: limited by the outermost one. */
function isNested(rule: Rule): boolean {
  for (let parent = rule.parent; parent && parent.type !== 'root'; parent = parent.parent as typeof parent) {
    if (parent.type === 'rule') return true;
  }
  return false;
}

import type { HostProps } from '../../app/context/host-api.ts';
import type { PropProblem } from './prop-problem.ts';

/** The host's element for a mount. */
export interface Parent {
  parent: HTMLElement;
  /** True if this module created the element, and has to remove it. */
  isCreated: boolean;
  problem?: PropProblem;
}

/**
 * The element given in the props, or single-spa's default; a failing getter is returned as a problem, together with an
 * element to show it in.
 */
export function findParent({ domElement, domElementGetter }: HostProps, name: string): Parent {
  if (domElement) return existing(domElement, 'domElement');
  if (!domElementGetter) return defaultParent(name);
  const prop = 'domElementGetter';
  try {
    const parent: unknown = domElementGetter();
    if (parent instanceof HTMLElement) return existing(parent, prop);
    const sentence = `The prop "${prop}" must return an element of the page, but it returned ${String(parent)}.`;
    return { ...defaultParent(name), problem: { prop, sentence } };
  } catch (error) {
    return { ...defaultParent(name), problem: { prop, sentence: `The prop "${prop}" threw: ${String(error)}` } };
  }
}

const existing = (parent: HTMLElement, prop: string): Parent => {
  const problem = shadowProblem(prop, parent);
  return { parent, isCreated: false, ...(problem && { problem }) };
};

/** The problem of an element in a shadow root, which the stylesheet in the page's head does not reach. */
export function shadowProblem(prop: string, element: HTMLElement | undefined): PropProblem | undefined {
  if (!(element?.getRootNode() instanceof ShadowRoot)) return undefined;
  const sentence = `The prop "${prop}" must not be in a shadow root: the console's stylesheet, in the head of the page, does not apply there.`;
  return { prop, sentence };
}

/** The default element of a mount: single-spa's, created if missing. */
function defaultParent(name: string): Parent {
  const id = `single-spa-application:${name}`;
  const there = document.getElementById(id);
  if (there) return { parent: there, isCreated: false };
  const parent = document.createElement('div');
  parent.id = id;
  document.body.append(parent);
  return { parent, isCreated: true };
}

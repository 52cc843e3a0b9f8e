import type { HostProps, PropProblem } from './host-props.ts';

/** The host's element for a mount. */
export interface Parent {
  parent: HTMLElement;
  /** The element was not there before: it goes with the mount. */
  made: boolean;
  problem?: PropProblem;
}

/** The element that the props name, or single-spa's own; a wrong getter is a problem that needs an element to be shown in. */
export function findParent({ domElement, domElementGetter }: HostProps, name: string): Parent {
  if (domElement) return { parent: domElement, made: false };
  if (!domElementGetter) return defaultParent(name);
  const prop = 'domElementGetter';
  try {
    const parent: unknown = domElementGetter();
    if (parent instanceof HTMLElement) return { parent, made: false };
    const sentence = `The prop "${prop}" must answer an element of the page, and it answered ${String(parent)}.`;
    return { ...defaultParent(name), problem: { prop, sentence } };
  } catch (error) {
    return { ...defaultParent(name), problem: { prop, sentence: `The prop "${prop}" threw: ${String(error)}` } };
  }
}

/** Where a mount belongs that names no element: single-spa's own, made where it is not there yet. */
function defaultParent(name: string): Parent {
  const id = `single-spa-application:${name}`;
  const there = document.getElementById(id);
  if (there) return { parent: there, made: false };
  const parent = document.createElement('div');
  parent.id = id;
  document.body.append(parent);
  return { parent, made: true };
}

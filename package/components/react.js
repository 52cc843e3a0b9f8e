// @ts-check
import { createElement, useEffect, useRef, useState } from 'react';
import { keepMounted } from './keep-mounted.js';

/** @import { Wanted } from './keep-mounted.d.ts' */

/**
 * The console in a `div`: mounted with it, updated with its props and unmounted with it.
 * @param {Wanted['props'] & Pick<Wanted, 'src'>} props
 */
export function QuartermasterConsole({ fallback, ...props }) {
  const { src, className, style } = props;
  // As an object: a function as the state would be called.
  const [failed, setFailed] = useState(/** @type {Pick<Wanted, 'src'> | null} */ (null));
  if (fallback !== undefined && failed?.src === src)
    return createElement('div', { className, style }, /** @type {import('react').ReactNode} */ (fallback));
  const onFailure = fallback === undefined ? undefined : () => setFailed({ src });
  return createElement(Slot, { ...props, onFailure });
}

/** @param {Wanted['props'] & Pick<Wanted, 'src' | 'onFailure'>} props */
function Slot({ src, onFailure, className, style, ...props }) {
  const place = useRef(null);
  useEffect(() => {
    const element = /** @type {unknown} */ (place.current);
    return () => keepMounted(/** @type {HTMLElement} */ (element), null);
  }, []);
  useEffect(() => {
    if (place.current) keepMounted(place.current, { src, props, onFailure });
  });
  return createElement('div', { ref: place, className, style });
}

// @ts-check
import { createElement, useEffect, useRef } from 'react';
import { keepMounted } from './keep-mounted.js';

/**
 * The console in a `div`: mounted with it, updated with its props and unmounted with it.
 * @param {import('./keep-mounted.d.ts').Wanted['props'] & Pick<import('./keep-mounted.d.ts').Wanted, 'src'>} props
 */
export function QuartermasterConsole({ src, className, style, ...props }) {
  const place = useRef(null);
  useEffect(() => {
    const element = /** @type {unknown} */ (place.current);
    return () => keepMounted(/** @type {HTMLElement} */ (element), null);
  }, []);
  useEffect(() => {
    if (place.current) keepMounted(place.current, { src, props });
  });
  return createElement('div', { ref: place, className, style });
}

/** Run in the page: the first visible link of the console to another of its pages. */
export function firstLink(): HTMLAnchorElement | undefined {
  const links = document.querySelectorAll<HTMLAnchorElement>('[data-qm-root]:not([data-qm-overlay]) a[href]');
  return [...links].find(
    (link) =>
      link.origin === location.origin &&
      // A page above the current one may redirect, for example to sign-in.
      !`${location.pathname}/`.startsWith(`${link.pathname}/`.replace('//', '/')) &&
      !link.target &&
      !link.hasAttribute('download') &&
      link.checkVisibility(),
  );
}

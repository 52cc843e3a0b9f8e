/** Run in the page: the content security policy of its meta element; empty if it has none. */
export const policyInPage = () =>
  document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy" i]')?.content ?? '';

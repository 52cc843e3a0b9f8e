interface HappyDom {
  settings: { disableCSSFileLoading: boolean; handleDisabledFileLoadingAsSuccess: boolean };
}

/** Makes the console's stylesheet count as loaded: jsdom never loads stylesheets, and happy-dom none from a file. */
export function letStylesheetsLoad(): () => void {
  const settings = (window as { happyDOM?: HappyDom }).happyDOM?.settings;
  if (settings) {
    const { disableCSSFileLoading, handleDisabledFileLoadingAsSuccess } = settings;
    Object.assign(settings, { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true });
    return () => void Object.assign(settings, { disableCSSFileLoading, handleDisabledFileLoadingAsSuccess });
  }
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLLinkElement && 'qmStyle' in node.dataset) node.dispatchEvent(new Event('load'));
    }
  });
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
}

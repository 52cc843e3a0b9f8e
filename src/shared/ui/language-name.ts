const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language by its code, `Brazilian Portuguese`; the code itself if it has none. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

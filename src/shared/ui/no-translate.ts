/**
 * The attributes of an element with what people wrote, or with numbers and states that change while they are read: translators leave it as it
 * is. `className` is that of the element itself.
 */
export const noTranslate = (className = ''): { translate: 'no'; className: string } => ({
  translate: 'no',
  className: `${className} notranslate`.trim(),
});

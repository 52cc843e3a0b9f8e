import classes from './compact.module.css';

/** Class names of a button with an icon, which shows only the icon in a narrow window. */
export const compactButton = { root: classes.root, section: classes.section, label: classes.words };

/** The class of a button whose action a menu has in a narrow window. */
export const onlyIfWide = classes.onlyIfWide ?? '';

/** Props of a button above a list, quieter than those of the page. */
export const toolButton = { variant: 'subtle', color: 'gray', px: 'xs', classNames: compactButton } as const;

/** The class of words that are only for screen readers in a narrow window. */
export const wordsIfWide = classes.words;

/** Props of such a button that has only an icon, with its words for screen readers. */
export const iconToolButton = { variant: 'subtle', color: 'gray', px: 6 } as const;

/** Props of a button without a border, also while it is disabled. */
export const quietButton = { variant: 'subtle', color: 'gray', className: classes.quiet ?? '' } as const;

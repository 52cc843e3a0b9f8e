import classes from './compact.module.css';

/** Class names of a button with an icon, of which nothing but the icon is seen in a narrow window. */
export const compactButton = { root: classes.root, section: classes.section, label: classes.words };

/** The class of words that only screen readers get in a narrow window. */
export const wordsIfWide = classes.words;

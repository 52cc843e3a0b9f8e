import classes from '../data-table.module.css';

/** Shows the key that focuses an input inside it. */
export const SearchKey = () => (
  <kbd className={classes.key} title="Press / to come here">
    /
  </kbd>
);

import classes from '../data-table.module.css';

/** Says in an input that a key leads to it. */
export const SearchKey = () => (
  <kbd className={classes.key} title="Press / to come here">
    /
  </kbd>
);

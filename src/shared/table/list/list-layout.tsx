import type { ComponentProps } from 'react';
import classes from './list-table.module.css';

/** A page with a header and a list, which takes the remaining height. */
export const ListLayout = (props: ComponentProps<'div'>) => <div {...props} className={classes.page} />;

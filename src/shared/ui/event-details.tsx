import classes from './error-callout.module.css';

/** The id of a failure, for support, folded behind "Details". */
export const EventDetails = ({ eventId }: { eventId: string }) => (
  <details className={classes.details}>
    <summary>Details</summary>
    Error ID: {eventId}
  </details>
);

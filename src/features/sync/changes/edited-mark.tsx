import classes from './changes-view.module.css';

/** Marks a change that is no longer what was sent for review, or planned. */
export const EditedMark = () => (
  <span className={classes.newer} title="It is not what was sent for review: it was edited since">
    Edited since
  </span>
);

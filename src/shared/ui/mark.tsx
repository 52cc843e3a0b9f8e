import classes from './mark.module.css';

/** The product's logo: a crate with its lid. */
export function Mark() {
  return (
    <svg
      className={classes.mark}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M3 8.5 12 4l9 4.5v8L12 21l-9-4.5zM3 8.5 12 13l9-4.5M12 13v8" strokeLinejoin="round" />
    </svg>
  );
}

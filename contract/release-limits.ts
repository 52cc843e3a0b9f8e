/** The most releases out of an instance that are still to be published. */
export const mostOpenReleases = 100;

/** Hours after its time in which a release is still published, for example by a server that was down at that time. */
export const lateHours = 24;

/** Days ahead for which a release can be planned. */
export const plannedDays = 730;

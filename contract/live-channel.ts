/** The channel that every instance with a build has. */
export const liveChannel = 'live';

/** The instances that one stream can follow. */
export const mostFollowed = 20;

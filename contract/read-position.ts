/**
 * The header with a position of the database. The answer to a call that writes has it; a read that sends it back is at least as new,
 * whoever reads and wherever: an account does not need it for what it has written itself.
 */
export const positionHeader = 'x-quartermaster-position';

/**
 * The header with the position of the last event that an answer includes at least: a stream that goes on after it misses nothing. An
 * answer does not have it where that is not known.
 */
export const eventHeader = 'x-quartermaster-event';

/** Sent with each call that is authorized by cookies: no other site can add a header of its own. */
export const cookieHeaders = { 'X-CSRF-Protection': '1' };

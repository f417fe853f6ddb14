/** Loopback addresses, whose traffic no other machine can see. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

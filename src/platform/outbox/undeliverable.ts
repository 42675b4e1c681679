/** A handler throws it when no retry can succeed: the message is dropped. Its text is logged, so it names nobody. */
export class Undeliverable extends Error {}

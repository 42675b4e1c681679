/** A refusal for people: a page with a message, and never a redirect. */
export class PageError extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
    this.name = 'PageError';
  }
}

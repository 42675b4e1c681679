/** A refusal that a person reads: a page with a sentence, and never a redirect. */
export class PageError extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
    this.name = 'PageError';
  }
}

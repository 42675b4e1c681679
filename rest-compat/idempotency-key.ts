/** The header of requests that their sender may repeat, for the descriptions of routes. */
export const idempotencyKey = {
  'Idempotency-Key': {
    description:
      'A name for the request, chosen by the sender, up to 255 characters. When it comes again under the same name ' +
      'within a week, because its answer was lost, it is answered as before and changes nothing; another request ' +
      'under that name is refused with 422.',
  },
};

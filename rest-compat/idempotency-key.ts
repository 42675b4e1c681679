/** The header for repeated requests, for the descriptions of routes. */
export const idempotencyKey = {
  'Idempotency-Key': {
    description:
      'A name for the request, chosen by the sender, up to 255 characters. A repetition with the same key within a week, for example because the response was lost, gets the same response and changes nothing. A different request with the same key is refused with 422.',
  },
};

/** Bytes of a response, decoded; far more than any token, key set or metadata document needs. */
const usualLimit = 1024 * 1024;

/** Bytes that the memory for a response begins with. */
const firstRoom = 16 * 1024;

/** Like the other failures of `fetch`, it never contains any of the response. */
class ResponseTooLarge extends TypeError {
  readonly code = 'RESPONSE_TOO_LARGE';

  constructor(limit: number) {
    super(`The response is larger than ${limit} bytes.`);
  }
}

/**
 * `fetch` for servers of others: nobody vouches that their responses end, so it reads the body itself. Rejects and
 * disconnects when the body exceeds `limit` bytes.
 */
export async function fetchLimited(
  address: string | URL,
  options: RequestInit,
  limit = usualLimit,
): Promise<Response> {
  const response = await fetch(address, options);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(await readLimited(body, limit), { status, statusText, headers });
}

/** Copies the pieces, because a sender can choose them so small that each takes many times its bytes. */
async function readLimited(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  let room = new Uint8Array(firstRoom);
  let size = 0;
  for await (const piece of body) {
    const needed = size + piece.byteLength;
    if (needed > limit) throw new ResponseTooLarge(limit);
    if (needed > room.byteLength) {
      const larger = new Uint8Array(Math.max(needed, room.byteLength * 2));
      larger.set(room);
      room = larger;
    }
    room.set(piece, size);
    size = needed;
  }
  return room.subarray(0, size);
}

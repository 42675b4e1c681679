/** Whether a text can be one segment of a path: dots alone would lead to a different path. */
export const isAddressSegment = (text: string): boolean => !['', '.', '..'].includes(text);

/** A text as one segment of a path. Throws when it cannot be one. */
export function addressSegment(text: string): string {
  if (!isAddressSegment(text)) throw new Error(`"${text}" cannot stand in an address.`);
  return encodeURIComponent(text);
}

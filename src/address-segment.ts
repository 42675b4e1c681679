/** True for a text that can stand in an address as one segment of its path: dots alone would lead to another one. */
export const isAddressSegment = (text: string): boolean => !['', '.', '..'].includes(text);

/** A text as one segment of the path of an address. Throws when it cannot be one. */
export function addressSegment(text: string): string {
  if (!isAddressSegment(text)) throw new Error(`"${text}" cannot stand in an address.`);
  return encodeURIComponent(text);
}

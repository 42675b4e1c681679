/** Embeddings, overrides and isolates (UAX #9): with them, a name could reverse the words around it. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without characters that change the direction of the text around it. */
export const withoutBidiControls = (text: string): string => text.replace(bidiControls, '');
